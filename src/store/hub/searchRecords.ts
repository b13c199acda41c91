import { StoreError } from '../base/core.ts';
import { oneLine } from '../text/containText.ts';
import { storable } from './members.ts';
import { recordKinds, type HubConnection, type RecordKind } from './types.ts';

/** Characters of a query. */
const maxQuery = 500;

/** A record that a search in the hub found. */
export interface HubHit {
  /** Whose it is: a role of the database. */
  readonly owner: string;
  readonly kind: RecordKind;
  /** Of the record. */
  readonly id: string;
  /** Of its version, milliseconds. */
  readonly time: number;
  /** The name of the dialog it belongs to; undefined of memories and of what is shared. */
  readonly dialog?: string;
  /** Where the first word stands, on one line. */
  readonly headline: string;
}

/**
 * Records of a project, of all its people, that have all the words of a query, be it within words, in either case: the best
 * first, the newer of equals. At most `limit`, and 100. Throws `invalid_argument` for a query that is empty or too long.
 */
export async function searchRecords(
  connection: HubConnection,
  project: string,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<readonly HubHit[]> {
  const words = query.trim().replaceAll(/\s+/gu, ' ');
  if (words === '') throw new StoreError('invalid_argument', 'Say what to search for: one or more words.');
  if (words.length > maxQuery)
    throw new StoreError(
      'invalid_argument',
      `The words to search for have ${words.length} characters; use at most ${maxQuery}.`,
    );
  const sql = 'select owner, kind, id, "time", dialog, headline from history_hub.search($1, $2, $3)';
  const rows = await connection.query(sql, [project, storable(words), limit]);
  return rows.flatMap((row): HubHit[] => {
    const kind = recordKinds.find((known) => known === row.kind);
    if (kind === undefined) return [];
    return [
      {
        ...{ owner: String(row.owner), kind, id: String(row.id), time: Number(row.time) },
        ...(typeof row.dialog === 'string' && { dialog: row.dialog }),
        headline: oneLine(String(row.headline)),
      },
    ];
  });
}
