/** Found are the newest of those that have all words; they are the ones that are ranked. */
const ranked = 1_000;

/** Characters of a headline, and how many of them stand before what was found. */
const headline = { length: 160, before: 40 };

/**
 * Runs as the person who asks, so that the policies of `records` hold. Under policies PostgreSQL uses an index only for
 * comparisons that it knows to tell nothing of rows which are hidden (`leakproof`), which those of full-text search and of
 * `pg_trgm` are not: so the index gives the project, newest first, and the words are looked for in what it gives.
 * The query is words with blanks between them, all of which must be there, as pieces of words, too.
 */
const search = String.raw`
create function history_hub.search(wanted uuid, query text, most int)
returns table (owner text, kind text, id text, "time" bigint, dialog text, headline text, rank float8)
language sql stable as $$
  select f.owner, f.kind, f.id, f."time", f.body ->> 'dialog',
    substr(f."text", greatest(1, f.first_at - ${headline.before}), ${headline.length}), f.together + f.hits / (f.hits + 1.0 + length(f.folded) / 200.0)
  from (
    select r.*, strpos(r.folded, (regexp_match(lower(query), '\S+'))[1]) as first_at,
      (strpos(r.folded, lower(btrim(query))) > 0)::int as together,
      (select sum((length(r.folded) - length(replace(r.folded, word, '')))::float8 / length(word))
        from regexp_split_to_table(lower(query), '\s+') word where word <> '') as hits
    from (
      select n.owner, n.kind, n.id, n."time", n.body, n."text", n.folded from history_hub.records n
      where n.project = wanted and not n.deleted and query ~ '\S'
        and n.folded like all ((select array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
          from regexp_split_to_table(lower(query), '\s+') word where word <> '')::text[])
      order by n."time" desc limit ${ranked}) r) f
  order by 7 desc, f."time" desc, f.id limit least(greatest(most, 0), 100)
$$`;

/** What a search looks at, and by which the records of a dialog are found: columns that the database fills. */
export const searchStatements: readonly string[] = [
  `alter table history_hub.records
    add column folded text not null generated always as (lower("text")) stored,
    add column dialog_hash bigint generated always as (hashtextextended(body ->> 'dialog', 0)) stored`,
  'create index on history_hub.records (project, "time" desc) where not deleted',
  'create index on history_hub.records (project, owner, dialog_hash, seq)',
  search,
  'revoke all on function history_hub.search from public',
];
