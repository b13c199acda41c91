import { keeperOfHub } from './boundedNumbers.ts';
import { restoredMember } from './recordBodies.ts';

/**
 * Inserts records of anyone from a backup where the hub has none or an earlier version, by the same rule as sending
 * does. Returns how many. For an owner of the project who set the hub up, since the records are others' too.
 */
const restoreRecords = `
create function history_hub.restore_records(project uuid, given jsonb) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  length constant bigint := jsonb_array_length(given);
  before bigint;
  restored bigint;
begin
  if not pg_has_role(session_user, ${keeperOfHub}, 'usage')
    or not restore_records.project = any (history_hub.projects_with('owner')) then
    raise exception 'only whoever set up the hub, as an owner of the project, restores it' using errcode = '42501';
  end if;
  update history_hub.projects p set seq = p.seq + length where p.id = restore_records.project
    returning p.seq - length into before;
  insert into history_hub.records as known (project, owner, seq, kind, id, "time", author, body, "text", deleted)
  select restore_records.project, g.owner, before + g.n, g.kind, g.id, g."time", g.author, coalesce(g.body, 'null'),
    coalesce(g."text", g.body #>> '{message,text}', ''), g.deleted
  from rows from (jsonb_to_recordset(given) as (owner text, kind text, id text, "time" bigint, author text,
      body jsonb, "text" text, deleted boolean))
    with ordinality as g (owner, kind, id, "time", author, body, "text", deleted, n)
  on conflict on constraint records_pkey do update set
    seq = excluded.seq, "time" = excluded."time", author = excluded.author,
    body = excluded.body, "text" = excluded."text", deleted = excluded.deleted
  where case when known.kind = 'message'
    then known."time" < excluded."time" and (excluded.deleted or excluded.body ? '${restoredMember}')
    else known."time" < excluded."time"
      or known."time" = excluded."time" and known.author collate "C" < excluded.author collate "C" end;
  get diagnostics restored = row_count;
  return restored;
end $$`;

/** Statements run as the schema's owner, whose rights the function has. */
export const restoredRecords: readonly string[] = [
  `select pg_catalog.set_config('role', ${keeperOfHub}, true)`,
  `create policy restored on history_hub.records for insert to current_user
    with check (project = any ((select history_hub.projects_with('owner'))::uuid[]))`,
  restoreRecords,
  'revoke all on function history_hub.restore_records from public',
  `select pg_catalog.set_config('role', 'none', true)`,
];
