import { dirname, extname, join, sep } from 'node:path';
import { errno, StoreError, errorMessage } from '../../disk/base/core.ts';
import { folderFault } from '../../disk/files/foreignFault.ts';
import type { Places } from '../profile/machine.ts';
import type { AgentTable, AgentTranscripts, FoundTranscript } from './agent.ts';
import { isPacked } from './places.ts';
import type { Agent, ReportUnread, UnreadPlace } from './types.ts';

/** Places that a search could not read, each once. */
export class UnreadPlaces {
  readonly #places = new Map<string, UnreadPlace>();
  /** Paths of packed sessions by agent. */
  readonly #packed = new Map<Agent, Set<string>>();

  /** What lies in a reported place adds nothing, and the packed sessions of an agent are one place. */
  readonly report: ReportUnread = (place) => {
    const { agent, path, reason } = place;
    if (reason === 'packed') this.#packed.set(agent, (this.#packed.get(agent) ?? new Set()).add(path));
    else if (![...this.#places.keys()].some((other) => path.startsWith(join(other, sep))))
      this.#places.set(path, place);
  };

  /** In the order of their paths. */
  get all(): readonly UnreadPlace[] {
    const packed = [...this.#packed].map(([agent, paths]) => packedPlace(agent, [...paths]));
    return [...this.#places.values(), ...packed].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

function packedPlace(agent: Agent, paths: readonly string[]): UnreadPlace {
  const endings = [...new Set(paths.map((path) => extname(path).toLowerCase()))].sort();
  const detail = `${paths.length} × ${endings.join(', ')}`;
  const path = paths.length === 1 ? paths.join() : paths.map((each) => dirname(each)).reduce(folderOfBoth);
  return { agent, path, reason: 'packed', detail };
}

/** Returns the deepest folder that contains both paths. */
function folderOfBoth(one: string, other: string): string {
  let folder = one;
  while (folder !== other && !other.startsWith(join(folder, sep)) && folder !== dirname(folder))
    folder = dirname(folder);
  return folder;
}

/** Whether a session is packed in a way unknown to its agent's reader. */
export const isSealed = ({ pathPattern }: AgentTranscripts, { path, stored }: FoundTranscript): boolean =>
  !stored && isPacked(path) && !pathPattern.test(path.replaceAll('\\', '/'));

/** Returns the homes of agents that exist and cannot be listed. Reads nothing in them. */
export function unreadHomes(agents: AgentTable, places: Places, roots: readonly string[]): UnreadPlaces {
  const unread = new UnreadPlaces();
  for (const { id, homes } of agents)
    for (const { folder } of homes(places, roots)) {
      const fault = folderFault(folder);
      if (fault) unread.report({ agent: id, ...fault });
    }
  return unread;
}

/**
 * Describes why a place could not be read; undefined if it no longer exists. Other errors than those of the disk and
 * of the store are defects, and thrown.
 */
export function unreadBy(agent: Agent, path: string, error: unknown): UnreadPlace | undefined {
  if (error instanceof StoreError) return byStore(agent, path, error);
  const code = errno(error);
  if (code === undefined) throw error;
  if (code === 'ENOENT') return undefined;
  return { agent, path, reason: reasons[code] ?? 'other', detail: errorMessage(error) };
}

function byStore(agent: Agent, path: string, { code, message, data }: StoreError): UnreadPlace | undefined {
  if (code === 'not_found') return undefined;
  if (typeof data.form === 'string') return { agent, path, reason: 'unknown', detail: data.form };
  return { agent, path, reason: code === 'invalid_argument' ? 'misplaced' : 'other', detail: message };
}

const reasons: Readonly<Record<string, UnreadPlace['reason']>> = {
  EACCES: 'denied',
  EPERM: 'denied',
  ELOOP: 'link',
  ENOTDIR: 'misplaced',
  EISDIR: 'misplaced',
};
