import { groupOfHub } from './peopleSchema.ts';

/** Same number as for `records`, for the same reason. */
const partitions = 16;

/** Deletes the vectors of a record once any client changes or deletes it. */
const forgetVectors = `
create function history_hub.forget_vectors() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $forget$
begin
  delete from history_hub.vectors v
    where v.project = old.project and v.owner = old.owner and v.kind = old.kind and v.id = old.id;
  return null;
end $forget$`;

/** Statements with `%1$I` for the hub's group and `%2$I` for the extension's schema. */
const statements: readonly string[] = [
  // Stores model and dimensions: vectors of different models do not compare.
  `create table history_hub.vectors (
    project uuid not null, owner text not null default session_user, kind text not null, id text not null,
    model text not null check (length(model) between 1 and 200), dims int not null,
    vector %2$I.vector not null, check (%2$I.vector_dims(vector) = dims),
    primary key (project, owner, kind, id, model, dims)) partition by hash (project)`,
  ...Array.from({ length: partitions }, (_, n) => {
    const name = `history_hub.vectors_${String(n).padStart(2, '0')}`;
    return [
      `create table ${name} partition of history_hub.vectors for values with (modulus ${partitions}, remainder ${n})`,
      `alter table ${name} enable row level security`,
      `alter table ${name} force row level security`,
    ];
  }).flat(),
  'alter table history_hub.vectors enable row level security',
  'alter table history_hub.vectors force row level security',
  `create policy seen on history_hub.vectors for select
    using (project = any ((select history_hub.projects_with('reader'))::uuid[]))`,
  ...(['insert with check', 'delete using'] as const).map(
    (of) => `create policy ${of.startsWith('insert') ? 'added' : 'removed'} on history_hub.vectors for ${of}
      (owner = session_user and project = any ((select history_hub.projects_with('writer'))::uuid[]))`,
  ),
  forgetVectors,
  'revoke all on function history_hub.forget_vectors from public',
  `create trigger forget_vectors after update on history_hub.records
    for each row execute function history_hub.forget_vectors()`,
  'grant select, insert on history_hub.vectors to %1$I',
];

/** The vector column, which disappears when the extension is dropped. */
const vectorColumn = `
  select from pg_catalog.pg_attribute a where a.attname = 'vector' and not a.attisdropped
  and a.attrelid = pg_catalog.to_regclass('history_hub.vectors')`;

/**
 * Creates the table of vectors if the extension `vector` is installed or this role can install it, and this role set
 * up the hub. Not a migration: hubs with and without the table have the same version, so no one has to update and the
 * extension can be added at any time.
 */
export const makeVectors = `
do $make$
declare
  keeper name := (select pg_catalog.pg_get_userbyid(nspowner) from pg_catalog.pg_namespace where nspname = 'history_hub');
  people name;
  place name;
  statement text;
begin
  if not pg_catalog.pg_has_role(keeper, 'usage') then return; end if;
  perform pg_catalog.pg_advisory_xact_lock(7148320655094);
  if exists (${vectorColumn}) then return; end if;
  if not exists (select from pg_catalog.pg_extension where extname = 'vector') then
    if not exists (select from pg_catalog.pg_available_extensions where name = 'vector') then return; end if;
    begin
      create extension vector schema public;
    exception when others then return; -- who runs the server allows it, or not; a hub goes without
    end;
  end if;
  people := (${groupOfHub});
  place := (select n.nspname from pg_catalog.pg_extension e
    join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector');
  if people is null then return; end if;
  perform pg_catalog.set_config('role', keeper, true);
  drop table if exists history_hub.vectors;
  drop function if exists history_hub.forget_vectors cascade;
  foreach statement in array array[${statements.map((sql) => `$sql$${sql}$sql$`).join(', ')}] loop
    execute pg_catalog.format(statement, people, place);
  end loop;
  perform pg_catalog.set_config('role', 'none', true);
end $make$`;
