import { groupOfHub } from './peopleSchema.ts';

/** Maximum growth of a project's number by one update; a push sends far fewer records. */
const maxGrowth = 10_000;
/** 2^52: no project gets this far by pushes, and JavaScript counts exactly up to twice as many. */
const farNumber = 4_503_599_627_370_496n;
/**
 * Gap left by renumbering. Numbers of replaced records are gone, so the last number that someone read may be above
 * all that exist.
 */
const renumberingGap = 10_000_000;

/** Subquery for the role that owns the schema. */
export const keeperOfHub = `(select pg_catalog.pg_get_userbyid(nspowner) from pg_catalog.pg_namespace where nspname = 'history_hub')`;

/** Lets a project's number grow only by small steps, so that no writer can use the numbers up; the schema's owner may set it. */
const onlyForward = `
create or replace function history_hub.only_forward() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_user = ${keeperOfHub} then return new; end if;
  if new.seq < old.seq then raise exception 'the sequence of a project only grows' using errcode = '23514'; end if;
  if new.seq - old.seq > ${maxGrowth} then
    raise exception 'the sequence of a project grows by at most ${maxGrowth} at a time' using errcode = '23514';
  end if;
  return new;
end $$`;

/**
 * Brings numbers that a writer set far ahead back behind all others, in their order. Returns whether there were any.
 * Owners only. Clients that know a higher number compare everything again.
 */
const renumber = `
create function history_hub.renumber(project uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  base bigint;
  moved bigint;
begin
  if not renumber.project = any (history_hub.projects_with('owner')) then
    raise exception 'only owners of a project repair it' using errcode = '42501';
  end if;
  perform from history_hub.projects p where p.id = renumber.project and p.seq > ${farNumber} for update;
  if not found then return false; end if;
  base := ${renumberingGap} + coalesce((select max(r.seq) from history_hub.records r
    where r.project = renumber.project and r.seq <= ${farNumber}), 0);
  update history_hub.records r set seq = base + far.place from (
    select x.owner, x.kind, x.id, row_number() over (order by x.seq, x.owner, x.kind, x.id) as place
    from history_hub.records x where x.project = renumber.project and x.seq > ${farNumber}) far
  where r.project = renumber.project and r.owner = far.owner and r.kind = far.kind and r.id = far.id;
  get diagnostics moved = row_count;
  update history_hub.projects p set seq = base + moved where p.id = renumber.project;
  return true;
end $$`;

/** Statements run as the schema's owner, whose rights the function has. */
export const boundedNumbers: readonly string[] = [
  `select pg_catalog.set_config('role', ${keeperOfHub}, true)`,
  // What `version` means from here on, and both columns, are told in migrate.ts.
  'alter table history_hub.schema_version add column newest int, add column readers int',
  onlyForward,
  // The function runs as the schema's owner, whom policies bind as everyone.
  `create policy renumbered on history_hub.records for update to current_user
    using (project = any ((select history_hub.projects_with('owner'))::uuid[]))`,
  renumber,
  'revoke all on function history_hub.renumber from public',
  `do $$ declare people name := (${groupOfHub}); begin
    if people is not null then execute pg_catalog.format('grant execute on function history_hub.renumber to %I', people); end if;
  end $$`,
  `select pg_catalog.set_config('role', 'none', true)`,
];
