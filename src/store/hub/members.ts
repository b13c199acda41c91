import { randomBytes } from 'node:crypto';
import { StoreError } from '../base/core.ts';
import { groupOfHub } from './peopleSchema.ts';
import { hubAccesses, type HubAccess, type HubConnection } from './types.ts';

/** A project as the hub knows it. */
export interface HubProject {
  /** The UUID of `project.json`. */
  readonly id: string;
  readonly name: string;
  /** Of git. */
  readonly remote?: string;
}

/** A person of a project. */
export interface HubMember {
  /** The role in the database. */
  readonly person: string;
  readonly access: HubAccess;
}

/**
 * Makes a project of which the person who is connected is the owner, or gives the access to the one that is there. Throws
 * `outside` where somebody else made it and has not invited this person.
 */
export async function addProject(
  connection: HubConnection,
  { id, name, remote }: HubProject,
): Promise<HubAccess> {
  const [row] = await connection.query('select history_hub.add_project($1, $2, $3) as access', [
    ...[id, storable(name), remote === undefined ? null : storable(remote)],
  ]);
  const access = accessOf(row?.access);
  if (access) return access;
  throw noMember(id);
}

/** The access to a project that is there. Throws `outside` where there is none, or this person is not in it. */
export async function joinProject(connection: HubConnection, id: string): Promise<HubAccess> {
  const access = await ownAccess(connection, id);
  if (access) return access;
  throw noMember(id);
}

const noMember = (project: string): StoreError =>
  new StoreError(
    'outside',
    `You are no member of the project ${project} in the hub. Ask an owner of it to invite you.`,
    { project },
  );

/** Projects the person who is connected is in, by name. */
export async function hubProjects(connection: HubConnection): Promise<readonly HubProject[]> {
  const rows = await connection.query('select id, name, remote from history_hub.projects order by name, id');
  return rows.map(({ id, name, remote }) => ({
    ...{ id: String(id), name: String(name) },
    ...(typeof remote === 'string' && { remote }),
  }));
}

/** Who is in a project, by name; nobody where the person who is connected is not. */
export async function hubMembers(connection: HubConnection, project: string): Promise<readonly HubMember[]> {
  const sql = 'select person, access from history_hub.members where project = $1 order by person';
  const rows = await connection.query(sql, [project]);
  return rows.flatMap((row) => {
    const access = accessOf(row.access);
    return access ? [{ person: String(row.person), access }] : [];
  });
}

/** What the person who is connected may do with a project; undefined for nothing. */
export async function ownAccess(connection: HubConnection, project: string): Promise<HubAccess | undefined> {
  const sql = 'select access from history_hub.members where project = $1 and person = session_user';
  const [row] = await connection.query(sql, [project]);
  return accessOf(row?.access);
}

/** Lets a person into a project, or changes what they may; undefined puts them out. Only for owners. */
export async function setMember(
  connection: HubConnection,
  project: string,
  { person, access }: { readonly person: string; readonly access: HubAccess | undefined },
): Promise<void> {
  await connection.query('select history_hub.set_member($1, $2, $3)', [project, person, access ?? null]);
}

/**
 * Sees to it that there is a role for a person which may use this hub. Gives the password of one that was made: it is kept
 * nowhere. Needs a role that may make roles, and let others into the group of this hub, as who set it up may.
 */
export async function ensurePerson(connection: HubConnection, person: string): Promise<string | undefined> {
  const [group] = await connection.query(groupOfHub);
  const people = String(group?.people);
  const known = `select pg_catalog.pg_has_role($1, $2, 'member') as let_in
    from pg_catalog.pg_roles where rolname = $1`;
  const [role] = await connection.query(known, [person, people]);
  if (role?.let_in === true) return undefined;
  const password = role ? undefined : randomBytes(18).toString('base64url');
  const made = 'create role %2$I login password %3$L in role %1$I';
  const let_in = 'grant %1$I to %2$I';
  const [row] = await connection.query('select pg_catalog.format($1, $2::text, $3::text, $4::text) as sql', [
    ...[password === undefined ? let_in : made, people, person, password ?? null],
  ]);
  await connection.query(String(row?.sql));
  return password;
}

const accessOf = (value: unknown): HubAccess | undefined => hubAccesses.find((access) => access === value);

/** A text as PostgreSQL can hold it: it knows no NUL. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();
