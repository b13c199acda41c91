import { StoreError } from '../disk/base/core.ts';
import { keeperOfHub } from './boundedNumbers.ts';
import { ownAccess, storable } from './members.ts';
import { groupOfHub } from './peopleSchema.ts';
import type { HubConnection } from './types.ts';

/** What is noted of a project. */
const actions = ['joined', 'changed', 'excluded', 'read'] as const;
type AuditAction = (typeof actions)[number];

/** Something that happened in a project: who joined, was excluded, or read a colleague's session. */
export interface AuditEntry {
  /** Milliseconds. */
  readonly at: number;
  /** Who did it, a role of the database. */
  readonly by: string;
  readonly action: AuditAction;
  /** The person concerned. */
  readonly person: string;
  /** Their access from then on, or the session that was read. */
  readonly detail: string;
}

/** Notes every change of memberships, whichever way it is made: also what whoever set the hub up does by SQL. */
const noteMember = `
create function history_hub.note_member() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into history_hub.audit (project, action, person, detail) values (
    coalesce(new.project, old.project),
    case tg_op when 'INSERT' then 'joined' when 'DELETE' then 'excluded' else 'changed' end,
    coalesce(new.person, old.person), coalesce(new.access, old.access));
  return null;
end $$`;

/** Notes that a member read a colleague's session; once an hour for each, so that nobody fills the table with it. */
const noteRead = `
create function history_hub.note_read(project uuid, person text, session text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not note_read.project = any (history_hub.projects_with('reader')) then return; end if;
  insert into history_hub.audit (project, action, person, detail)
  select note_read.project, 'read', left(note_read.person, 200), left(note_read.session, 200)
  where exists (select from history_hub.records r where r.project = note_read.project and r.owner = note_read.person)
    and not exists (select from history_hub.audit a where a.project = note_read.project and a.by = session_user
      and a.action = 'read' and a.person = left(note_read.person, 200) and a.detail = left(note_read.session, 200)
      and a.at > now() - interval '1 hour')
    and (select count(*) from history_hub.audit a where a.project = note_read.project and a.by = session_user
      and a.action = 'read' and a.at > now() - interval '1 hour') < 1000;
end $$`;

/** Statements run as the schema's owner, whose functions alone write the table; nobody may change or delete rows. */
export const auditTable: readonly string[] = [
  `select pg_catalog.set_config('role', ${keeperOfHub}, true)`,
  `create table history_hub.audit (
    number bigint generated always as identity, project uuid not null, at timestamptz not null default now(),
    by text not null default session_user, action text not null check (action in ('${actions.join("', '")}')),
    person text not null, detail text not null, primary key (project, number))`,
  'create index on history_hub.audit (project, by, at)',
  'alter table history_hub.audit enable row level security',
  'alter table history_hub.audit force row level security',
  `create policy seen on history_hub.audit for select
    using (project = any ((select history_hub.projects_with('owner'))::uuid[]))`,
  `create policy counted on history_hub.audit for select to current_user
    using (project = any ((select history_hub.projects_with('reader'))::uuid[]) and by = session_user)`,
  'create policy noted on history_hub.audit for insert to current_user with check (by = session_user)',
  noteMember,
  `create trigger note_member after insert or update or delete on history_hub.members
    for each row execute function history_hub.note_member()`,
  noteRead,
  'revoke all on function history_hub.note_read, history_hub.note_member from public',
  `do $$ declare people name := (${groupOfHub}); begin
    if people is not null then
      execute pg_catalog.format('grant select on history_hub.audit to %I', people);
      execute pg_catalog.format('grant execute on function history_hub.note_read to %I', people);
    end if;
  end $$`,
  `select pg_catalog.set_config('role', 'none', true)`,
];

/** Reports whether the hub has the table, which came with version 6. */
async function hasAudit(connection: HubConnection): Promise<boolean> {
  const [row] = await connection.query(
    `select pg_catalog.to_regclass('history_hub.audit') is not null as has_audit`,
  );
  return row?.has_audit === true;
}

/** Notes that a session of a colleague was read, where the hub can. */
export async function noteSessionRead(
  connection: HubConnection,
  project: string,
  { person, session }: { readonly person: string; readonly session: string },
): Promise<void> {
  if (await hasAudit(connection))
    await connection.query('select history_hub.note_read($1, $2, $3)', [
      project,
      storable(person),
      storable(session),
    ]);
}

/** Returns what was noted of a project, newest first. Throws `disabled` unless an owner asks. */
export async function auditOf(
  connection: HubConnection,
  project: string,
  limit: number,
): Promise<readonly AuditEntry[]> {
  if ((await ownAccess(connection, project)) !== 'owner')
    throw new StoreError('disabled', `Only owners of the project ${project} see its log in the hub.`, {
      project,
    });
  if (!(await hasAudit(connection)))
    throw new StoreError(
      'not_found',
      'This hub keeps no log yet. Whoever set it up runs mcp-history-store team setup once more.',
    );
  const sql = `select (extract(epoch from at) * 1000)::bigint as at, by, action, person, detail
    from history_hub.audit where project = $1 order by number desc limit $2`;
  const rows = await connection.query(sql, [project, limit]);
  return rows.flatMap((row) => {
    const action = actions.find((known) => known === row.action);
    if (action === undefined) return [];
    return [
      {
        at: Number(row.at),
        by: String(row.by),
        action,
        person: String(row.person),
        detail: String(row.detail),
      },
    ];
  });
}
