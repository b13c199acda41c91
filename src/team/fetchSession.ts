import { StoreError } from '../disk/base/core.ts';
import type { FetchedSession, SessionRequest } from './clientTypes.ts';
import { archivesOfSession } from './archiveRecords.ts';
import type { HubSync } from './hubSync.ts';
import { freeName, receive, type OwnedArchive, type ReceiveOptions } from './receiveArchives.ts';

/**
 * Copies the archives of a colleague's session, marked with their owner and never sent on. A repeated call fetches
 * what is new. Throws `not_found` if that person sent none.
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
  const wanted: (OwnedArchive & ReceiveOptions)[] = [];
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

/** Returns the local copy of an archive fetched before. */
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
