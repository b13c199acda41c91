import { StoreError } from '../base/core.ts';
import { archivesOfSession } from './archiveRecords.ts';
import type { HubSync } from './openedHistory.ts';
import { freeName, receive, type ArchiveThere, type ReceiveOptions } from './receiveArchives.ts';

/** A session of a colleague. */
export interface SessionRequest {
  /** A role of the database. */
  readonly person: string;
  /** Its id. */
  readonly session: string;
  /** Ends it with its reason: nothing of it is here then that was not before. */
  readonly signal?: AbortSignal;
}

/** What became of a session of a colleague. */
export interface FetchedSession {
  /** Names of its archives here, in the order of their parts. */
  readonly archives: readonly string[];
  /** How many of them are new, or are others than before. */
  readonly added: number;
}

/**
 * Copies the archives of a session of a colleague among those here, where they say whose they are and are not sent on. Once more
 * it brings what is new. Throws `not_found` where that person sent none.
 */
export async function fetchSession(
  sync: HubSync,
  { person, session, signal }: SessionRequest,
): Promise<FetchedSession> {
  const { local, connection, project } = sync;
  const there = await archivesOfSession(connection, project, { person, session });
  if (there.length === 0)
    throw new StoreError(
      'not_found',
      `${person} sent no archive of the session ${JSON.stringify(session)} to the hub. mcp-history-store team sessions lists what there is; archives are sent with --share everything.`,
      { person, session },
    );
  const names: string[] = [];
  const wanted: (ArchiveThere & ReceiveOptions)[] = [];
  for (const { id, archive } of there) {
    const known = await knownCopy(sync, person, archive);
    const name = known?.name ?? (await freeName(local, archive, id));
    names.push(name);
    if (known !== undefined && known.archived === archive.archived) continue;
    const how = { name, keepsOld: false, fetchedFrom: person, signal };
    wanted.push({ id, owner: person, there: archive, ...how });
  }
  return { archives: names, added: await receive(sync, wanted) };
}

/** What was fetched of an archive before. */
async function knownCopy(
  { local }: HubSync,
  person: string,
  { session, name }: { readonly session: string; readonly name: string },
) {
  const { archives } = await local.archives.list();
  return archives.find(
    (each) =>
      each.fetchedFrom === person &&
      each.session === session &&
      (each.name === name || each.name.startsWith(`${name}~`)),
  );
}
