import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { isObject, StoreError } from '../store/base/core.ts';
import { launcherState } from '../store/base/stateFolder.ts';
import type { AgentMachine, ConnectableAgent, Scope, Start } from './agents.ts';
import { readConfig, writeConfig } from './configFile.ts';

/** A bundle of its own, for the libraries it needs. Its errors are known by their words: it has its own classes. */
const formats = () => import('./formats.ts');

/** What is to be done to one file, to be shown before it is done. */
export interface Change {
  readonly agent: ConnectableAgent;
  readonly scope: Scope;
  /** Absolute. */
  readonly path: string;
  /** Of the file; undefined where there is none. */
  readonly before: string | undefined;
  /** The same text where nothing is to be done; undefined where the file is to go. */
  readonly after: string | undefined;
}

export type ConnectionState = 'connected' | 'other' | 'absent' | 'unreadable';

/** How an agent stands. */
export interface Connection {
  readonly agent: ConnectableAgent;
  readonly scope: Scope;
  readonly path: string;
  /** `other`: there is an entry of that name which starts something else. */
  readonly state: ConnectionState;
  /** Why the file is unreadable. */
  readonly reason?: string;
}

/** Whether an agent is used on a machine. */
export const isPresent = (agent: ConnectableAgent, machine: AgentMachine): boolean =>
  agent.signs(machine).some((path) => fs.existsSync(path));

/** How an agent stands in a scope; undefined where it has no file for that scope. */
export async function connectionOf(
  agent: ConnectableAgent,
  scope: Scope,
  around: { readonly project: string; readonly machine: AgentMachine; readonly start: Start },
): Promise<Connection | undefined> {
  const path = agent.file(scope, around.project, around.machine);
  if (path === undefined) return undefined;
  const base = { agent, scope, path };
  try {
    const { entryIn } = await formats();
    const entry = entryIn(agent.format, (await readConfig(path)) ?? '', agent.path);
    if (entry === undefined) return { ...base, state: 'absent' };
    const wanted = JSON.stringify(agent.entry(around.start));
    const startsOurs =
      JSON.stringify(entry) === wanted || JSON.stringify(entry).includes('mcp-history-store');
    return { ...base, state: startsOurs ? 'connected' : 'other' };
  } catch (error) {
    return { ...base, state: 'unreadable', reason: messageOf(error) };
  }
}

/** What connects an agent. Throws `damaged`, naming the file, for one that cannot be read: it is left alone. */
export function connecting(
  agent: ConnectableAgent,
  scope: Scope,
  around: { readonly project: string; readonly machine: AgentMachine; readonly start: Start },
): Promise<Change> {
  return changing(agent, scope, around, (text, _path, { withEntry }) =>
    withEntry(agent.format, text ?? '', agent.path, agent.entry(around.start)),
  );
}

/**
 * What takes the entry of an agent out again: the bytes that were there before it was connected where nobody changed the file since,
 * else the file without the entry.
 */
export function disconnecting(
  agent: ConnectableAgent,
  scope: Scope,
  around: { readonly project: string; readonly machine: AgentMachine },
): Promise<Change> {
  return changing(agent, scope, around, (text, path, { withoutEntry }) => {
    if (text === undefined) return undefined;
    const written = readJournal(around.machine)[path];
    if (written?.after === digest(text)) return written.before ?? undefined;
    return withoutEntry(agent.format, text, agent.path);
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function changing(
  agent: ConnectableAgent,
  scope: Scope,
  { project, machine }: { readonly project: string; readonly machine: AgentMachine },
  change: (
    text: string | undefined,
    path: string,
    formats: typeof import('./formats.ts'),
  ) => string | undefined,
): Promise<Change> {
  const path = agent.file(scope, project, machine);
  if (path === undefined)
    throw new StoreError('invalid_argument', `${agent.label} has no file for the scope ${scope}.`);
  const before = await readConfig(path);
  try {
    return { agent, scope, path, before, after: change(before, path, await formats()) };
  } catch (error) {
    const message = `${path} is left as it is: ${messageOf(error)}`;
    throw new StoreError('damaged', message, { path }, { cause: error });
  }
}

/** Does a change, and remembers what was there before. Throws `busy` where the file changed meanwhile. */
export async function applyChange({ path, before, after }: Change, machine: AgentMachine): Promise<void> {
  if (after === before) return;
  const journal = readJournal(machine);
  const known = journal[path];
  // Connected again after an update: what was there before us is what was there the first time.
  const first =
    known && before !== undefined && known.after === digest(before) ? known.before : (before ?? null);
  const others = Object.fromEntries(Object.entries(journal).filter(([other]) => other !== path));
  const isOurs = after !== undefined && after !== first;
  await writeJournal(
    machine,
    isOurs ? { ...others, [path]: { before: first, after: digest(after) } } : others,
  );
  await writeConfig(path, before, after);
}

/** What files held before they were changed, `null` for no file, and the digest of what was written. */
type Journal = Readonly<Record<string, { readonly before: string | null; readonly after: string }>>;

const journalFile = (machine: AgentMachine): string => join(launcherState(machine), 'connections.json');

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A journal that cannot be read is as none: files are then changed back by taking the entry out. */
function readJournal(machine: AgentMachine): Journal {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(journalFile(machine), 'utf8'));
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([path, written]) => {
        const { before, after } = isObject(written) ? written : {};
        const isWhole = (before === null || typeof before === 'string') && typeof after === 'string';
        return isWhole ? [[path, { before, after }] as const] : [];
      }),
    );
  } catch {
    return {};
  }
}

async function writeJournal(machine: AgentMachine, journal: Journal): Promise<void> {
  fs.mkdirSync(launcherState(machine), { recursive: true, mode: 0o700 });
  const before = await readConfig(journalFile(machine));
  await writeConfig(journalFile(machine), before, `${JSON.stringify(journal, undefined, 1)}\n`);
}
