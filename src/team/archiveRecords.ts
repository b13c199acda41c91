import { gunzipSync } from 'node:zlib';
import { isObject } from '../disk/base/core.ts';
import { digestOfBytes, parseArchiveRecord, pieceId, type ArchiveRecord } from './archivePieces.ts';
import { recordOf, type OwnedRecord } from './pull.ts';
import type { HubConnection } from './types.ts';

/** Number of pieces read at a time, each up to 1 MB. */
const piecesAtATime = 8;

/** A person's archive in the hub. */
export interface HubArchive {
  /** Id of its record. */
  readonly id: string;
  /** Time of its version, milliseconds. */
  readonly time: number;
  readonly archive: ArchiveRecord;
}

const columns = 'owner, kind, id, "time", author, seq, body, "text", deleted';

/** Returns the hub's records of the given archives of the connected person, deleted ones included. */
export async function knownArchives(
  connection: HubConnection,
  project: string,
  ids: readonly string[],
): Promise<readonly OwnedRecord[]> {
  if (ids.length === 0) return [];
  const sql = `select ${columns} from history_hub.records
    where project = $1 and owner = session_user and kind = 'archive' and id = any ($2)`;
  return (await connection.query(sql, [project, [...ids]])).flatMap(recordOf);
}

/** Returns the archives of a person's session, in the order of their parts. */
export async function archivesOfSession(
  connection: HubConnection,
  project: string,
  { person, session }: { readonly person: string; readonly session: string },
): Promise<readonly HubArchive[]> {
  const sql = `select ${columns} from history_hub.records
    where project = $1 and owner = $2 and kind = 'archive' and not deleted and position('.' in id) = 0
      and body ->> 'session' = $3 order by body ->> 'name', id`;
  const records = (await connection.query(sql, [project, person, session])).flatMap(recordOf);
  return records.flatMap(({ id, time, body }) => {
    const archive = parseArchiveRecord(body);
    return archive ? [{ id, time, archive }] : [];
  });
}

/**
 * Yields the bytes of a file's pieces in order. Ends with `missing` when a piece is absent or damaged: a newer
 * version of the archive is then on its way.
 */
export async function* piecesInHub(
  connection: HubConnection,
  { project, owner }: { readonly project: string; readonly owner: string },
  id: string,
  { by, digests }: { readonly by: string; readonly digests: readonly string[] },
): AsyncGenerator<Uint8Array | 'missing'> {
  for (let at = 0; at < digests.length; at += piecesAtATime) {
    const wanted = digests.slice(at, at + piecesAtATime);
    const sql = `select id, body from history_hub.records
      where project = $1 and owner = $2 and kind = 'archive' and not deleted and id = any ($3)`;
    const ids = wanted.map((digest) => pieceId(id, by, digest));
    const rows = await connection.query(sql, [project, owner, ids]);
    const bodies = new Map(rows.map(({ id: piece, body }) => [String(piece), body]));
    for (const [n, digest] of wanted.entries()) yield bytesOf(bodies.get(ids[n] ?? ''), digest) ?? 'missing';
  }
}

function bytesOf(body: unknown, digest: string): Uint8Array | undefined {
  if (!isObject(body) || typeof body.data !== 'string') return undefined;
  try {
    const bytes = gunzipSync(Buffer.from(body.data, 'base64'), { maxOutputLength: 8 * 1024 * 1024 });
    return digestOfBytes(bytes) === digest ? bytes : undefined;
  } catch {
    return undefined; // the piece does not match the digest in its archive
  }
}
