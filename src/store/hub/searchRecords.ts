import { isObject } from '../base/core.ts';
import type { EntryRole } from '../search/types.ts';
import { entryRoles, type NameFilter, type When } from '../search/filters.ts';
import { oneLine } from '../text/containText.ts';
import { plainText } from '../text/plainText.ts';
import { readHubQuery, type HubQuery } from './hubQuery.ts';
import { storable } from './members.ts';
import { decodeBody, wrapped } from './recordBodies.ts';
import { recordKinds, type HubConnection, type HubRow, type RecordKind } from './types.ts';

/** Of records that have all words the newest are ranked, so many. */
const ranked = 1_000;
/** A search gives no more. */
const most = 100;
/** Characters of a headline, and how many of them stand before what was found. */
const headline = { length: 160, before: 40 };

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
  /** The session that an archive or a card is of. */
  readonly session?: HitSession;
  /** Who said it; of summaries `summary`, of everything else `note`. */
  readonly role: EntryRole;
  /** Where the first word stands, on one line, without marks of Markdown. */
  readonly headline: string;
  /** Where matches begin and end in it, UTF-16 units, ascending. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Only embeddings found it; shown as `≈`, as in the search of the history. */
  readonly meant?: readonly [];
}

/** A session whose archive or card was found. */
export interface HitSession {
  readonly id: string;
  /** As its card says; empty without one. */
  readonly title: string;
  /** Whether its owner sent archives of it, which may be fetched. */
  readonly hasArchives: boolean;
}

/** What is looked for, in the words of the search of the history, and when it is asked. */
export interface HubSearch {
  readonly query: string;
  /** At most 100. */
  readonly limit: number;
  readonly when: When;
}

/**
 * Records of a project, of all its people, that have all the words of a query, be it within words, in either case, and that
 * its filters let pass: the best first, the newer of equals. Throws `invalid_argument` for a query that cannot be read.
 */
export async function searchRecords(
  connection: HubConnection,
  project: string,
  { query, limit, when }: HubSearch,
): Promise<readonly HubHit[]> {
  const wanted = readHubQuery(storable(query), when);
  return (await wordHits(connection, project, wanted, limit)).map(({ hit }) => hit);
}

/** A result with how good it is, compared to the others of one statement. */
export interface RankedHit {
  readonly hit: HubHit;
  readonly score: number;
}

/** What has all the words, the best first. */
export async function wordHits(
  connection: HubConnection,
  project: string,
  wanted: HubQuery,
  limit: number,
): Promise<readonly RankedHit[]> {
  const { sql, values } = statement(project, wanted, limit);
  const rows = await connection.query(sql, values);
  return rows.flatMap((row) => rankedOf(row, wanted.needles));
}

const roleSql = `case n.kind when 'message' then n.body #>> '{message,role}' when 'summary' then 'summary' else 'note' end`;

/** What a result tells of a record `n`. */
export const columnsOfHit = `n.owner, n.kind, n.id, n."time", n.body ->> 'dialog' as dialog,
  case when n.kind in ('archive', 'session') then n.body ->> 'session' end as session, ${roleSql} as role,
  case when n.body ? '${wrapped}' then n.body end as whole`;

/** The beginning of a record `n`. */
export const beginning = `substr(n."text", 1, ${headline.length})`;

/** Results of a statement with what is known of the sessions that they are of. `$1` is the project. */
export const withSessions = (sql: string): string => `
  select g.*,
    (select max(s.body ->> 'title') from history_hub.records s
      where s.project = $1 and s.owner = g.owner and s.kind = 'session' and s.body ->> 'session' = g.session) as title,
    exists (select from history_hub.records a where a.project = $1 and a.owner = g.owner and a.kind = 'archive'
      and not a.deleted and position('.' in a.id) = 0 and a.body ->> 'session' = g.session) as has_archives
  from (${sql}) g`;

/**
 * Runs as the person who asks, so that the policies of `records` hold. Under policies PostgreSQL uses an index only for
 * comparisons that it knows to tell nothing of rows which are hidden (`leakproof`), which those of full-text search and of
 * `pg_trgm` are not: so the index gives the project, newest first, and the words are looked for in what it gives.
 */
function statement(project: string, wanted: HubQuery, limit: number) {
  const { needles, excluded } = wanted;
  const values: unknown[] = [project, needles, needles.map(within), excluded.map(within), needles.join(' ')];
  const conditions = conditionsOf(wanted, (value) => `$${values.push(value)}`);
  const atMost = Math.min(Math.max(limit, 0), most);
  const sql = withSessions(`
    select f.owner, f.kind, f.id, f."time", f.dialog, f.session, f.role, f.whole,
      substr(f."text", greatest(1, f.first_at - ${headline.before}), ${headline.length}) as headline,
      f.together + f.hits / (f.hits + 1.0 + length(f.folded) / 200.0) as score
    from (
      select r.*, strpos(r.folded, lower(($2::text[])[1])) as first_at,
        ($5 <> '' and strpos(r.folded, lower($5)) > 0)::int as together,
        (select coalesce(sum((length(r.folded) - length(replace(r.folded, lower(word), '')))::float8 / length(word)), 0)
          from unnest($2::text[]) word) as hits
      from (
        select n."text", n.folded, ${columnsOfHit}
        from history_hub.records n
        where n.project = $1 and not n.deleted and (n.kind <> 'archive' or n."text" <> '')
          and n.folded like all (array(select lower(word) from unnest($3::text[]) word))
          and n.folded not like all (array(select lower(word) from unnest($4::text[]) word))
          ${conditions.map((condition) => `and ${condition}`).join(' ')}
        order by n."time" desc limit ${ranked}) r) f
    order by score desc, f."time" desc, f.id
    limit ${Math.floor(atMost)}`);
  return { sql, values };
}

/** What records `n` must be like; `put` keeps a value and gives how the statement names it. */
export function conditionsOf(
  { authors, kinds, filters: { roles, dialogs, from, to } }: HubQuery,
  put: (value: unknown) => string,
): readonly string[] {
  const named = (column: string, names: readonly NameFilter[]): string =>
    `lower(${column}) like any (array(select lower(name) from unnest(${put(names.map(namePattern))}::text[]) name))`;
  return [
    ...(authors.length > 0 ? [named('n.owner', authors)] : []),
    ...(kinds.length > 0 ? [`n.kind = any (${put(kinds)}::text[])`] : []),
    ...(roles ? [`${roleSql} = any (${put(roles)}::text[])`] : []),
    ...(dialogs ? [named(`n.body ->> 'dialog'`, dialogs)] : []),
    ...(from !== undefined && Number.isFinite(from) ? [`n."time" >= ${put(from)}`] : []),
    ...(to !== undefined && Number.isFinite(to) ? [`n."time" < ${put(to)}`] : []),
  ];
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
/** What has the text within it, for `like`. */
export const within = (text: string): string => `%${escaped(text)}%`;
const namePattern = ({ name, whole }: NameFilter): string => escaped(name) + (whole ? '' : '%');

/** Nothing for a kind that a newer client brought up. */
export function rankedOf(row: HubRow, needles: readonly string[]): readonly RankedHit[] {
  const kind = recordKinds.find((known) => known === row.kind);
  if (kind === undefined) return [];
  const line = oneLine(String(row.headline));
  const found = matches(line, needles);
  const { text, placeOf } = plainText(line, found);
  const ranges = found.map(([from, to]): [number, number] => [placeOf(from), placeOf(to)]);
  const { dialog, role } = row.whole ? saidIn(row.whole) : row;
  const hit = {
    ...{ owner: String(row.owner), kind, id: String(row.id), time: Number(row.time) },
    ...(typeof dialog === 'string' && { dialog }),
    ...(typeof row.session === 'string' && { session: sessionOf(row, row.session) }),
    role: entryRoles.find((known) => known === (row.role ?? role)) ?? 'note',
    ...{ headline: text, ranges },
  };
  return [{ hit, score: Number(row.score) }];
}

/** Where `jsonb` could not hold a body, the database does not know what is in it. */
function saidIn(whole: unknown): { readonly dialog?: unknown; readonly role?: unknown } {
  const body = decodeBody(whole);
  if (!isObject(body)) return {};
  return { dialog: body.dialog, role: isObject(body.message) ? body.message.role : undefined };
}

const sessionOf = ({ title, has_archives: hasArchives }: HubRow, id: string): HitSession => ({
  ...{ id, title: typeof title === 'string' ? title : '', hasArchives: hasArchives === true },
});

/** Where any of the texts stand, in either case; what touches is one. */
function matches(line: string, needles: readonly string[]): readonly (readonly [number, number])[] {
  const found = needles
    .filter((needle) => oneLine(needle) !== '')
    .flatMap((needle) => [...line.matchAll(new RegExp(patternOf(needle), 'giu'))])
    .map(({ index, 0: match }): [number, number] => [index, index + match.length])
    .sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of found) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** A text as a line has it, where any white space is a blank. */
const patternOf = (text: string): string => oneLine(text).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
