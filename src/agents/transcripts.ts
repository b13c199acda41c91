import { aider } from './aider/transcripts.ts';
import { amp } from './amp/transcripts.ts';
import { antigravity } from './antigravity/transcripts.ts';
import { claude } from './claude/transcripts.ts';
import { cline } from './cline/transcripts.ts';
import { codex } from './codex/transcripts.ts';
import { continueAgent } from './continue/transcripts.ts';
import { copilot } from './copilot/transcripts.ts';
import { copilotCli } from './copilot-cli/transcripts.ts';
import { cursor } from './cursor/transcripts.ts';
import { droid } from './droid/transcripts.ts';
import { gemini } from './gemini/transcripts.ts';
import { goose } from './goose/transcripts.ts';
import { iflow } from './iflow/transcripts.ts';
import { kilo } from './kilo/transcripts.ts';
import { kiro } from './kiro/transcripts.ts';
import { openClaude } from './openclaude/transcripts.ts';
import { pi } from './pi/transcripts.ts';
import { qwen } from './qwen/transcripts.ts';
import { roo } from './roo/transcripts.ts';
import { opencode } from './opencode/transcripts.ts';
import type { AgentTable } from './reading/agent.ts';
import { specstory } from './specstory/transcripts.ts';
import { traex } from './traex/transcripts.ts';
import { zed } from './zed/transcripts.ts';
import { vscode } from './vscode/transcripts.ts';

/** Readers of all agents' transcripts, in the order in which records are recognised. */
export const agentTranscripts: AgentTable = [
  roo,
  kilo,
  cline,
  vscode,
  gemini,
  traex,
  codex,
  copilot,
  copilotCli,
  cursor,
  qwen,
  openClaude,
  iflow,
  droid,
  pi,
  kiro,
  continueAgent,
  antigravity,
  amp,
  aider,
  specstory,
  opencode,
  goose,
  zed,
  claude,
];
