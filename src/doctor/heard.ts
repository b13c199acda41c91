import { Archives } from '../store/archive/archives.ts';
import { silentLog } from '../store/base/core.ts';
import { contextOf } from '../store/context.ts';
import { callersOf, type KnownCaller } from '../store/projects/callers.ts';
import { historyOf } from './place.ts';
import type { Patient } from './types.ts';

/** When an agent was last heard from in a project, on this machine. */
export interface Heard {
  readonly call?: KnownCaller;
  /** When its hook archived a session last. Milliseconds. */
  readonly archivedAt?: number;
}

/** What agents call themselves when they connect, by the id of the agent. As their programs do, or their documentation says. */
const clients: readonly (readonly [id: string, name: RegExp])[] = [
  ['claude', /^claude-code/],
  ['codex', /^codex/],
  ['gemini', /^gemini-cli/],
  ['copilot', /^(?:github-)?copilot/],
  ['qwen', /^qwen/],
  ['cline', /^@cline\//],
  ['cline-vscode', /^cline$/],
  ['roo', /^roo/],
  ['kilo', /^kilo/],
  ['cursor', /^cursor/],
  ['windsurf', /^windsurf/],
  ['continue', /^continue/],
  ['opencode', /^opencode/],
  ['zed', /^zed/],
  ['droid', /^(?:factory|droid)/],
  ['kiro', /^kiro/],
  ['vscode', /^visual studio code/],
];

/** The agent that calls itself by this name; undefined for one that is not known. */
export const agentOfClient = (client: string): string | undefined =>
  clients.find(([, name]) => name.test(client.toLowerCase()))?.[0];

/** Archives made without a hook have one of these, or none. */
const withoutHook = new Set(['keep', 'command']);

/** What the readers of transcripts call an agent, where that is not its id. */
const readersNames: Readonly<Record<string, string>> = { 'copilot-cli': 'copilot', copilot: 'vscode' };

/** Who was heard from in the project, by the id of the agent; callers that are not known by the name they gave. */
export async function heardIn(patient: Patient): Promise<ReadonlyMap<string, Heard>> {
  const heard = new Map<string, Heard>();
  const { project = '', base = project, clock } = patient;
  const history = historyOf(patient);
  if (history === undefined) return heard;
  for (const call of [...(await callersOf(history))].reverse()) {
    const id = agentOfClient(call.client) ?? call.client;
    heard.set(id, { ...heard.get(id), call });
  }
  const { archives } = await new Archives(
    contextOf(base, { clock, log: silentLog, isReadOnly: () => true }),
  ).list();
  for (const { agent, event, archived } of archives) {
    if (agent === undefined || event === undefined || withoutHook.has(event)) continue;
    const id = readersNames[agent] ?? agent;
    const before = heard.get(id);
    const archivedAt = Math.max(before?.archivedAt ?? 0, Date.parse(archived));
    heard.set(id, { ...before, archivedAt });
  }
  return heard;
}
