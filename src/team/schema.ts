import { auditTable } from './audit.ts';
import { boundedNumbers } from './boundedNumbers.ts';
import { makeOwnPeopleRole, makePeopleRole, peopleRole } from './peopleSchema.ts';
import { restoredRecords } from './restoredRecords.ts';

/** Generated columns for searching, and for finding the records of a dialog. */
const searchStatements: readonly string[] = [
  `alter table history_hub.records
    add column folded text not null generated always as (lower("text")) stored,
    add column dialog_hash bigint generated always as (hashtextextended(body ->> 'dialog', 0)) stored`,
  'create index on history_hub.records (project, "time" desc) where not deleted',
  'create index on history_hub.records (project, owner, dialog_hash, seq)',
];

/** A change of the schema; never modified once released. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  /** In order. */
  readonly statements: readonly string[];
  /** The oldest version whose programs still work after it, reading and writing; by default its own. */
  readonly for?: { readonly readers: number; readonly writers: number };
}

/** The oldest schema this program works with; a hub with one in between is updated when its owner likes. */
export const oldestSchema = 3;

const partitions = 16;

/** Hashing keeps each project in one partition, so that a query opens only that one. */
const recordPartitions = Array.from({ length: partitions }, (_, n) => {
  const name = `history_hub.records_${String(n).padStart(2, '0')}`;
  return [
    `create table ${name} partition of history_hub.records for values with (modulus ${partitions}, remainder ${n})`,
    // Policies of the parent do not apply to direct access, so partitions grant nothing and have row level security
    // without policies.
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
  ];
}).flat();

/**
 * Projects in which the connected person has at least the given access. Runs as the schema's owner so that policies
 * can use it.
 */
const projectsWith = `
create function history_hub.projects_with(at_least text) returns uuid[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(project), '{}') from history_hub.members
  where person = session_user and case at_least
    when 'owner' then access = 'owner'
    when 'writer' then access in ('writer', 'owner')
    else true end
$$`;

/** Creates a project owned by the connected person; returns the access to an existing one, null without any. */
const addProject = `
create function history_hub.add_project(project uuid, project_name text, project_remote text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into history_hub.projects (id, name, remote) values (project, project_name, project_remote) on conflict do nothing;
  if found then
    insert into history_hub.members (project, person, access) values (project, session_user, 'owner');
  end if;
  return (select m.access from history_hub.members m where m.project = add_project.project and m.person = session_user);
end $$`;

/** Sets a person's access to a project; null removes it. Owners only; a project keeps at least one. */
const setMember = `
create function history_hub.set_member(project uuid, who text, new_access text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not set_member.project = any (history_hub.projects_with('owner')) then
    raise exception 'only owners of a project say who is in it' using errcode = '42501';
  end if;
  perform from history_hub.projects p where p.id = set_member.project for update;
  if coalesce(new_access, '') <> 'owner' and not exists (select from history_hub.members m
      where m.project = set_member.project and m.access = 'owner' and m.person <> who) then
    raise exception 'a project keeps at least one owner' using errcode = '23514';
  end if;
  if new_access is null then
    delete from history_hub.members m where m.project = set_member.project and m.person = who;
  else
    insert into history_hub.members as m (project, person, access) values (set_member.project, who, new_access)
      on conflict on constraint members_pkey do update set access = excluded.access;
  end if;
end $$`;

/** Prevents a project's number from decreasing: cursors rely on it. */
const onlyForward = `
create function history_hub.only_forward() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.seq < old.seq then raise exception 'the sequence of a project only grows' using errcode = '23514'; end if;
  return new;
end $$`;

const mine = (access: string): string => `any ((select history_hub.projects_with('${access}'))::uuid[])`;

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: [
      makePeopleRole,
      `create table history_hub.projects (
        id uuid primary key, name text not null, remote text,
        seq bigint not null default 0, created_at timestamptz not null default now())`,
      `create table history_hub.members (
        project uuid not null references history_hub.projects, person text not null,
        access text not null check (access in ('reader', 'writer', 'owner')),
        primary key (project, person))`,
      'create index on history_hub.members (person)',
      `create table history_hub.records (
        project uuid not null, owner text not null default session_user,
        kind text not null check (kind in ('message', 'summary', 'memory', 'context', 'archive', 'session', 'shared')),
        id text not null check (length(id) <= 200),
        "time" bigint not null, author text not null, seq bigint not null,
        body jsonb not null, "text" text not null, deleted boolean not null default false,
        primary key (project, owner, kind, id)) partition by hash (project)`,
      ...recordPartitions,
      'create index on history_hub.records (project, seq)',
      ...[projectsWith, addProject, setMember, onlyForward],
      `create trigger only_forward before update on history_hub.projects
        for each row execute function history_hub.only_forward()`,
      // Policies of other tables check membership through a function of the owner.
      'alter table history_hub.members enable row level security',
      `create policy seen on history_hub.members for select using (project = ${mine('reader')})`,
      'alter table history_hub.projects enable row level security',
      'alter table history_hub.projects force row level security',
      `create policy seen on history_hub.projects for select using (id = ${mine('reader')})`,
      `create policy counted on history_hub.projects for update using (id = ${mine('writer')})`,
      'create policy added on history_hub.projects for insert with check (true)', // granted to no one: add_project inserts
      'alter table history_hub.records enable row level security',
      'alter table history_hub.records force row level security',
      `create policy seen on history_hub.records for select using (project = ${mine('reader')})`,
      `create policy added on history_hub.records for insert
        with check (owner = session_user and project = ${mine('writer')})`,
      `create policy changed on history_hub.records for update
        using (owner = session_user and project = ${mine('writer')})
        with check (owner = session_user and project = ${mine('writer')})`,
      'revoke all on all functions in schema history_hub from public',
      `grant usage on schema history_hub to ${peopleRole}`,
      `grant select on history_hub.schema_version, history_hub.projects, history_hub.members, history_hub.records to ${peopleRole}`,
      `grant update (seq) on history_hub.projects to ${peopleRole}`,
      `grant insert on history_hub.records to ${peopleRole}`,
      `grant update ("time", author, seq, body, "text", deleted) on history_hub.records to ${peopleRole}`,
      `grant execute on function history_hub.projects_with, history_hub.add_project, history_hub.set_member to ${peopleRole}`,
    ],
  },
  {
    version: 2,
    statements: searchStatements,
  },
  { version: 3, statements: [makeOwnPeopleRole] },
  { version: 4, statements: boundedNumbers, for: { readers: 3, writers: 3 } },
  { version: 5, statements: restoredRecords, for: { readers: 3, writers: 3 } },
  { version: 6, statements: auditTable, for: { readers: 3, writers: 3 } },
];
