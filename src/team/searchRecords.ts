import { isObject } from '../disk/base/core.ts';
import { entryRoles, type NameFilter } from '../find/search/filters.ts';
import { oneLine } from '../disk/text/containText.ts';
import { plainText } from '../disk/text/plainText.ts';
import type { HitSession, HubHit, HubSearch } from './clientTypes.ts';
import { readHubQuery, type HubQuery } from './hubQuery.ts';
import { storable } from './members.ts';
import { decodeBody, encodedMember } from './recordBodies.ts';
import { recordKinds, type HubConnection, type HubRow } from './types.ts';

/** Number of newest matching records that are ranked. */
const ranked = 1_000;
/** Maximum number of hits. */
const most = 100;
/** Characters of a headline, and how many of them precede the match. */
const headline = { length: 160, before: 40 };

/**
 * Searches everyone's records in a project for all words of a query, case-insensitive and within words, best first,
 * newest among equals. Throws `invalid_argument` for an invalid query.
 */
export async function searchRecords(
  connection: HubConnection,
  project: string,
  { query, limit, when }: HubSearch,
): Promise<readonly HubHit[]> {
  const wanted = readHubQuery(storable(query), when);
  return (await wordHits(connection, project, wanted, limit)).map(({ hit }) => hit);
}

/** A hit with its score among those of the same statement. */
export interface RankedHit {
  readonly hit: HubHit;
  readonly score: number;
}

/** Returns records that contain all words, best first. */
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

/** Columns of a hit, from record `n`. */
export const columnsOfHit = `n.owner, n.kind, n.id, n."time", n.body ->> 'dialog' as dialog,
  case when n.kind in ('archive', 'session') then n.body ->> 'session' end as session, ${roleSql} as role,
  case when n.body ? '${encodedMember}' then n.body end as whole`;

/** The beginning of record `n`. */
export const beginning = `substr(n."text", 1, ${headline.length})`;

/** Adds session titles to the rows of a statement. `$1` is the project. */
export const withSessions = (sql: string): string => `
  select g.*,
    (select max(s.body ->> 'title') from history_hub.records s
      where s.project = $1 and s.owner = g.owner and s.kind = 'session' and s.body ->> 'session' = g.session) as title,
    exists (select from history_hub.records a where a.project = $1 and a.owner = g.owner and a.kind = 'archive'
      and not a.deleted and position('.' in a.id) = 0 and a.body ->> 'session' = g.session) as has_archives
  from (${sql}) g`;

/**
 * Builds the statement, which runs as the connected person so that policies apply. Under policies PostgreSQL uses an
 * index only for `leakproof` operators, which full-text search and `pg_trgm` lack: the index selects the project,
 * newest first, and the words are matched afterwards.
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

/** Returns SQL conditions on record `n`; `put` stores a value and returns its placeholder. */
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
/** Returns a `like` pattern for text anywhere in a value. */
export const within = (text: string): string => `%${escaped(text)}%`;
const namePattern = ({ name, whole }: NameFilter): string => escaped(name) + (whole ? '' : '%');

/** Returns nothing for a kind introduced by a newer client. */
export function rankedOf(row: HubRow, needles: readonly string[]): readonly RankedHit[] {
  const kind = recordKinds.find((known) => known === row.kind);
  if (kind === undefined) return [];
  const line = oneLine(String(row.headline));
  const found = matches(line, needles);
  const { text, plainIndexOf } = plainText(line, found);
  const ranges = found.map(([from, to]): [number, number] => [plainIndexOf(from), plainIndexOf(to)]);
  const { dialog, role } = row.whole ? saidIn(row.whole) : row;
  const hit = {
    owner: String(row.owner),
    kind,
    id: String(row.id),
    time: Number(row.time),
    ...(typeof dialog === 'string' && { dialog }),
    ...(typeof row.session === 'string' && { session: sessionOf(row, row.session) }),
    role: entryRoles.find((known) => known === (row.role ?? role)) ?? 'note',
    headline: text,
    ranges,
  };
  return [{ hit, score: Number(row.score) }];
}

/** Reads the body here: the database cannot look inside an encoded one. */
function saidIn(whole: unknown): { readonly dialog?: unknown; readonly role?: unknown } {
  const body = decodeBody(whole);
  if (!isObject(body)) return {};
  return { dialog: body.dialog, role: isObject(body.message) ? body.message.role : undefined };
}

const sessionOf = ({ title, has_archives: hasArchives }: HubRow, id: string): HitSession => ({
  id,
  title: typeof title === 'string' ? title : '',
  hasArchives: hasArchives === true,
});

/** Finds the texts in a line, case-insensitive, merging adjacent ranges. */
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

/** Returns a pattern for text on one line, where any white space is a single space. */
const patternOf = (text: string): string => oneLine(text).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
