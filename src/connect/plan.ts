// What is to be done to files, worked out as a whole before anything is written, so that it can be shown.
import type { ConfigPart } from './agentParts.ts';
import { connectableAgents, type ConnectableAgent } from './agents.ts';
import { ConfigDrafts, type ConfigChange, type PartOf } from './drafts.ts';
import { hookOf, sharedStart, startOf } from './launcher.ts';
import { scopes, type Around, type Scope } from './machine.ts';
import { isSameItem } from './journal.ts';
import { ourName, type RulesChoice, type Value, type PartValues } from './formats/parts.ts';
import { choiceIn } from './rulesBlock.ts';

/** A part that cannot be changed, and its file, which is left as it is. */
export interface ConfigRefusal extends Partial<PartOf> {
  readonly path: string;
  readonly reason: string;
}

/** What is to be done to all files, each once. */
export interface ConfigPlan {
  readonly changes: readonly ConfigChange[];
  readonly refusals: readonly ConfigRefusal[];
}

export interface ConnectOptions {
  readonly scope: Scope;
  /** Without hooks the others are written. */
  readonly hooks: boolean;
  /** Without them, only rules that are there are brought up to date. */
  readonly rules?: RulesChoice;
}

/** What connects agents. Throws nothing for a file that cannot be read: it is among the refusals. */
export async function connecting(
  agents: readonly ConnectableAgent[],
  { scope, hooks, rules }: ConnectOptions,
  around: Around,
): Promise<ConfigPlan> {
  const drafts = await ConfigDrafts.open(around.machine);
  const refusals: ConfigRefusal[] = [];
  for (const { agent, part, path } of partsOf(agents, [scope], around)) {
    if (part.kind === 'hooks' && !hooks) continue;
    const partOf = { agent, kind: part.kind, scope };
    try {
      const draft = await drafts.at(path, part.format);
      const choice = rules ?? (part.kind === 'rules' ? choiceIn(draft.text) : anyRules);
      if (choice) draft.write(part.values(await wantedFor(scope, choice, around)), partOf);
    } catch (error) {
      refusals.push({ ...partOf, path, reason: messageOf(error) });
    }
  }
  return { changes: drafts.changes(), refusals };
}

/**
 * What takes out what was written for agents: the bytes that were there before come back where nobody changed the file
 * since, else only what is ours goes. `keep` are agents that stay: what they share with others stays, too.
 */
export async function disconnecting(
  agents: readonly ConnectableAgent[],
  from: { readonly scopes: readonly Scope[]; readonly keep?: readonly ConnectableAgent[] },
  around: Around,
): Promise<ConfigPlan> {
  const drafts = await ConfigDrafts.open(around.machine);
  const refusals: ConfigRefusal[] = [];
  const kept = partsOf(from.keep ?? [], from.scopes, around);
  for (const { agent, part, path, scope } of partsOf(agents, from.scopes, around)) {
    if (kept.some((other) => other.path === path && isSamePart(other.part, part))) continue;
    const partOf = { agent, kind: part.kind, scope };
    try {
      const draft = await drafts.at(path, part.format);
      if (draft.text.includes(ourName)) draft.takeOut(valuesOf(part), partOf);
    } catch (error) {
      refusals.push({ ...partOf, path, reason: messageOf(error) });
    }
  }
  return { changes: drafts.changes(), refusals };
}

/** What takes out everything that was ever written on this machine, in this project and in others. */
export async function disconnectingAll(around: Around): Promise<ConfigPlan> {
  const { changes, refusals } = await disconnecting(connectableAgents, { scopes }, around);
  const drafts = await ConfigDrafts.open(around.machine);
  const known = changes.map(({ real }) => real);
  const refused: ConfigRefusal[] = [...refusals];
  for (const [path, { format, items }] of drafts.written()) {
    if (known.includes(path) || refusals.some((refusal) => refusal.path === path)) continue;
    try {
      const draft = await drafts.at(path, format);
      draft.takeOut(items);
    } catch (error) {
      refused.push({ path, reason: messageOf(error) });
    }
  }
  return { changes: [...changes, ...drafts.changes()], refusals: refused };
}

/** A part of an agent, and its file. */
export interface PlacedPart {
  readonly agent: ConnectableAgent;
  readonly part: ConfigPart;
  readonly scope: Scope;
  readonly path: string;
}

/** The parts of agents that have a file for one of the scopes. */
export const partsOf = (
  agents: readonly ConnectableAgent[],
  inScopes: readonly Scope[],
  { project, machine }: Around,
): readonly PlacedPart[] =>
  agents.flatMap((agent) =>
    agent.parts.flatMap((part) =>
      inScopes.flatMap((scope) => {
        const path = part.file(scope, project, machine);
        return path === undefined ? [] : [{ agent, part, scope, path }];
      }),
    ),
  );

/** What the values of parts are made of in a scope. */
export async function wantedFor(scope: Scope, rules: RulesChoice, { machine }: Around): Promise<PartValues> {
  const { rulesFor } = await import('./formats.ts');
  const server = scope === 'user' ? startOf(machine) : sharedStart;
  return { server, hook: hookOf(machine), rules: rulesFor(rules) };
}

/** Where only the place of a value counts. */
export const anyRules: RulesChoice = { kind: 'minimal', language: 'en' };

const valuesOf = (part: ConfigPart): readonly Value[] =>
  part.values({
    server: sharedStart,
    hook: { command: '', powershell: '', isWindows: false },
    rules: { ...anyRules, text: '' },
  });

const isSamePart = (one: ConfigPart, other: ConfigPart): boolean =>
  valuesOf(one).some((value) => valuesOf(other).some((same) => isSameItem(value, same)));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
