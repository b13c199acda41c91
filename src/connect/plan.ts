import { errorMessage } from '../disk/base/core.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
// Changes to files, planned as a whole before anything is written, so that they can be shown.
import { connectableAgents, type ConnectableAgent } from './agents.ts';
import { ConfigDrafts, type ConfigChange, type PartOf } from './drafts.ts';
import { hookOf, sharedStart, startOf } from './launcher.ts';
import { scopes, type Around, type Scope } from '../agents/profile/machine.ts';
import { isSameItem } from './journal.ts';
import { startFor } from './toolChoice.ts';
import type { ToolProfile } from './toolProfiles.ts';
import {
  choiceIn,
  isOfFile,
  ourName,
  type ConfigPart,
  type PartValues,
  type RulesChoice,
  type Value,
} from '../agents/profile/parts.ts';

/** A part that cannot be changed, and its file, which stays unchanged. */
export interface ConfigRefusal extends Partial<PartOf> {
  readonly path: string;
  readonly reason: string;
}

/** Changes to all files, one for each file. */
export interface ConfigPlan {
  readonly changes: readonly ConfigChange[];
  readonly refusals: readonly ConfigRefusal[];
}

export interface ConnectOptions {
  readonly scope: Scope;
  /** Without hooks, the other parts are written. */
  readonly hooks: boolean;
  /** Without a choice, only existing rules are updated. */
  readonly rules?: RulesChoice;
  /** Tools to list, as `--tools` takes them; by default those of the present entry, or those that suit the agent. */
  readonly tools?: ToolProfile;
}

/** Plans connecting agents. Throws nothing for a file that cannot be read: it is listed in the refusals. */
export async function connecting(
  agents: readonly ConnectableAgent[],
  { scope, hooks, rules, tools }: ConnectOptions,
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
      const wanted =
        choice && (await wantedFor({ part, scope, around }, { rules: choice, tools, text: draft.text }));
      if (wanted) draft.write(part.values(wanted), partOf);
    } catch (error) {
      refusals.push({ ...partOf, path, reason: errorMessage(error) });
    }
  }
  await takeOut(formerPartsOf(agents, [scope], around), { drafts, refusals });
  return { changes: drafts.changes(), refusals };
}

/**
 * Plans removing what was written for agents: the previous bytes are restored if the file was not changed since,
 * otherwise only what this product wrote is removed. `keep` are agents that stay connected: parts they share with
 * others stay, too.
 */
export async function disconnecting(
  agents: readonly ConnectableAgent[],
  from: { readonly scopes: readonly Scope[]; readonly keep?: readonly ConnectableAgent[] },
  around: Around,
): Promise<ConfigPlan> {
  const drafts = await ConfigDrafts.open(around.machine);
  const refusals: ConfigRefusal[] = [];
  const kept = partsOf(from.keep ?? [], from.scopes, around);
  const parts = [partsOf, formerPartsOf].flatMap((some) => some(agents, from.scopes, around));
  const gone = parts.filter(
    ({ part, path }) => !kept.some((other) => other.path === path && isSamePart(other.part, part)),
  );
  await takeOut(gone, { drafts, refusals });
  if (from.scopes.includes('user')) await takeOutSettings(agents, around, { drafts, refusals });
  return { changes: drafts.changes(), refusals };
}

/** Plans having agents keep their sessions for a number of days; those without such a setting are left out. */
export async function keeping(
  agents: readonly ConnectableAgent[],
  days: number,
  around: Around,
): Promise<ConfigPlan> {
  const drafts = await ConfigDrafts.open(around.machine);
  const refusals: ConfigRefusal[] = [];
  for (const { agent, path, setting, partOf } of settingsOf(agents, around))
    try {
      const value = setting.value(days);
      const named = JSON.stringify(value);
      const draft = await drafts.at(path, 'jsonc');
      draft.write([{ kind: 'setting', path: setting.path, named, value }], partOf);
    } catch (error) {
      refusals.push({ ...partOf, agent, path, reason: errorMessage(error) });
    }
  return { changes: drafts.changes(), refusals };
}

/** The files in which agents read how long they keep sessions. */
const settingsOf = (agents: readonly ConnectableAgent[], { machine }: Around) =>
  agents.flatMap((agent) => {
    const { retention: setting, folder } = agent;
    if (setting === undefined) return [];
    const partOf = { agent, kind: 'retention', scope: 'user' } as const;
    return [{ agent, setting, path: join(folder(machine), setting.file), partOf }];
  });

/** Puts back settings of agents that were written and are as they were written. */
async function takeOutSettings(
  agents: readonly ConnectableAgent[],
  around: Around,
  { drafts, refusals }: { readonly drafts: ConfigDrafts; readonly refusals: ConfigRefusal[] },
): Promise<void> {
  for (const { path, partOf } of settingsOf(agents, around))
    try {
      const draft = await drafts.at(path, 'jsonc');
      if (draft.settings.length > 0) draft.takeOut(draft.settings, partOf);
    } catch (error) {
      if (!refusals.some((refusal) => refusal.path === path))
        refusals.push({ ...partOf, path, reason: errorMessage(error) });
    }
}

/** Removes what this product wrote from the files of parts. */
async function takeOut(
  parts: readonly PlacedPart[],
  { drafts, refusals }: { readonly drafts: ConfigDrafts; readonly refusals: ConfigRefusal[] },
): Promise<void> {
  for (const { agent, part, path, scope } of parts) {
    const partOf = { agent, kind: part.kind, scope };
    try {
      const draft = await drafts.at(path, part.format);
      if (draft.text.includes(ourName)) draft.takeOut(valuesOf(part), partOf);
    } catch (error) {
      refusals.push({ ...partOf, path, reason: errorMessage(error) });
    }
  }
}

/** Plans removing everything that was ever written on this machine, in this project and in others. */
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
      refused.push({ path, reason: errorMessage(error) });
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

type Placing = (
  agents: readonly ConnectableAgent[],
  inScopes: readonly Scope[],
  around: Around,
) => readonly PlacedPart[];

const placing =
  (which: (agent: ConnectableAgent) => readonly ConfigPart[]): Placing =>
  (agents, inScopes, { project, machine }) =>
    agents.flatMap((agent) =>
      which(agent).flatMap((part) =>
        inScopes.flatMap((scope) => {
          const path = part.file(scope, project, machine, existsSync);
          return path === undefined ? [] : [{ agent, part, scope, path }];
        }),
      ),
    );

/** The parts of agents that have a file for one of the scopes. */
export const partsOf = placing(({ parts }) => parts);

/** `partsOf` for the parts that earlier versions wrote. */
export const formerPartsOf = placing(({ formerParts = [] }) => formerParts);

/** What the values of a part are built from besides its place. */
interface Wanted {
  readonly rules: RulesChoice;
  readonly tools?: ToolProfile | undefined;
  /** The present text of the file. */
  readonly text: string;
}

/** What the values of a part are built from. */
export async function wantedFor(
  { part, scope, around: { machine } }: Pick<PlacedPart, 'part' | 'scope'> & { readonly around: Around },
  { rules, tools, text }: Wanted,
): Promise<PartValues> {
  const { rulesFor, itemIn } = await import('./formats.ts');
  const place = part.kind === 'server' ? valuesOf(part).find((value) => !isOfFile(value)) : undefined;
  const present = place && itemIn(part.format, text, place);
  const start = scope === 'user' ? startOf(machine) : sharedStart;
  const server = place ? startFor(part, { start, present, chosen: tools }) : sharedStart;
  return { server, hook: hookOf(machine), rules: rulesFor(rules) };
}

/** For callers that only need the position of a value. */
export const anyRules: RulesChoice = { kind: 'minimal', language: 'en' };

const valuesOf = (part: ConfigPart): readonly Value[] =>
  part.values({
    server: sharedStart,
    hook: { command: '', powershell: '', cmd: '', isWindows: false },
    rules: { ...anyRules, text: '' },
  });

const isSamePart = (one: ConfigPart, other: ConfigPart): boolean =>
  valuesOf(one).some((value) => valuesOf(other).some((same) => isSameItem(value, same)));
