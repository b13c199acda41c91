import { join, sep } from 'node:path';
import { errno, StoreError } from '../../disk/base/core.ts';
import { folderFault } from '../../disk/files/foreignFault.ts';
import type { Places } from '../profile/machine.ts';
import type { AgentTable } from './agent.ts';
import type { Agent, ReportUnread, UnreadPlace } from './types.ts';

/** Places that a search could not read, each once. */
export class UnreadPlaces {
  readonly #places = new Map<string, UnreadPlace>();

  /** What lies in a reported place adds nothing. */
  readonly report: ReportUnread = (place) => {
    if (![...this.#places.keys()].some((path) => place.path.startsWith(join(path, sep))))
      this.#places.set(place.path, place);
  };

  /** In the order of their paths. */
  get all(): readonly UnreadPlace[] {
    return [...this.#places.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

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
  return { agent, path, reason: reasons[code] ?? 'other', detail: String(error) };
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
