import { aider } from './aider/aider.ts';
import { amp } from './amp/amp.ts';
import { antigravity } from './antigravity/antigravity.ts';
import { claude } from './claude/claudeAgent.ts';
import { cline } from './cline/clineAgent.ts';
import { codex } from './codex/codex.ts';
import { continueAgent } from './continue/continue.ts';
import { copilot } from './copilot/copilot.ts';
import { copilotCli } from './copilotCli/copilotCli.ts';
import { cursor } from './cursor/cursor.ts';
import { droid } from './droid/droid.ts';
import { gemini } from './gemini/geminiAgent.ts';
import { goose } from './goose/goose.ts';
import { iflow } from './iflow/iflow.ts';
import { kilo } from './kilo/kilo.ts';
import { kiro } from './kiro/kiro.ts';
import { openClaude } from './openClaude/openClaude.ts';
import { pi } from './pi/pi.ts';
import { qwen } from './qwen/qwen.ts';
import { roo } from './roo/roo.ts';
import { opencode } from './opencode/opencodeAgent.ts';
import type { AgentTable } from './shared/agent.ts';
import { specstory } from './specstory/specstory.ts';
import { traex } from './traex/traex.ts';
import { zed } from './zed/zed.ts';
import { vscode } from './vscode/vscodeAgent.ts';

/** All agents whose transcripts are read. */
export const agentTranscripts: AgentTable = {
  roo,
  kilo,
  cline,
  vscode,
  gemini,
  traex,
  codex,
  copilot,
  'copilot-cli': copilotCli,
  cursor,
  qwen,
  openclaude: openClaude,
  iflow,
  droid,
  pi,
  kiro,
  continue: continueAgent,
  antigravity,
  amp,
  aider,
  specstory,
  opencode,
  goose,
  zed,
  claude,
};
