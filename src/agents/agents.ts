import { claude } from './claude/profile.ts';
import { cline } from './cline/profile.ts';
import { codex } from './codex/profile.ts';
import { continueAgent } from './continue/profile.ts';
import { copilotCli } from './copilot-cli/profile.ts';
import { cursor } from './cursor/profile.ts';
import { droid } from './droid/profile.ts';
import { gemini } from './gemini/profile.ts';
import { kilo } from './kilo/profile.ts';
import { kiro } from './kiro/profile.ts';
import { opencode } from './opencode/profile.ts';
import { qwen } from './qwen/profile.ts';
import { roo } from './roo/profile.ts';
import { vscode } from './vscode/profile.ts';
import { windsurf } from './windsurf/profile.ts';
import { zed } from './zed/profile.ts';
import type { AgentProfile } from './profile/agentProfile.ts';

// Agents of which nothing but their names is known and transcripts are read.
const aider: AgentProfile = { id: 'aider', name: 'Aider' };
const amp: AgentProfile = { id: 'amp', name: 'Amp' };
const antigravity: AgentProfile = { id: 'antigravity', name: 'Antigravity' };
const copilot: AgentProfile = { id: 'copilot', name: 'GitHub Copilot', icon: 'copilot', host: 'vscode' };
const goose: AgentProfile = { id: 'goose', name: 'Goose' };
const iflow: AgentProfile = { id: 'iflow', name: 'iFlow CLI' };
const openClaude: AgentProfile = { id: 'openclaude', name: 'OpenClaude' };
const pi: AgentProfile = { id: 'pi', name: 'Pi' };
const specstory: AgentProfile = { id: 'specstory', name: 'SpecStory' };
const traex: AgentProfile = { id: 'traex', name: 'TraeX' };

/** Agents whose transcripts are read; their readers are in `transcripts.ts`. */
export const readAgents: readonly AgentProfile[] = [
  claude,
  codex,
  gemini,
  vscode,
  copilot,
  copilotCli,
  cline,
  cursor,
  qwen,
  roo,
  kilo,
  openClaude,
  iflow,
  traex,
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
];

/** Ids of the agents whose transcripts are read. */
export const agents: readonly string[] = readAgents.map(({ id }) => id);

/** All agents that anything is known of. */
export const profiles: readonly AgentProfile[] = [...readAgents, windsurf];

const byName: ReadonlyMap<string, AgentProfile> = new Map(
  profiles.flatMap((profile) =>
    [profile.id, ...(profile.aliases ?? [])].map((name) => [name, profile] as const),
  ),
);

/** Returns the profile with this id or alias; undefined for other names. */
export const profileOf = (name: string): AgentProfile | undefined => byName.get(name);

/** Returns the id for an id or alias of an agent; other names are returned unchanged. */
export const agentIdOf = (name: string): string => profileOf(name)?.id ?? name;

/** Returns the product name for an id or alias of an agent; other names are returned unchanged. */
export const agentNameOf = (name: string): string => profileOf(name)?.name ?? name;

/** Returns the agent that calls itself so as a client of the server; undefined for others. */
export const profileOfClient = (client: string | undefined): AgentProfile | undefined =>
  client === undefined ? undefined : profiles.find((profile) => profile.client?.names.test(client));
