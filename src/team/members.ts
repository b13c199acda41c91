import { randomBytes } from 'node:crypto';
import { StoreError } from '../disk/base/core.ts';
import { limitPeople } from './peopleLimits.ts';
import { groupOfHub } from './peopleSchema.ts';
import { hubAccesses, type HubAccess, type HubConnection } from './types.ts';

/** A project in the hub. */
export interface HubProject {
  /** The UUID in `project.json`. */
  readonly id: string;
  readonly name: string;
  /** The git remote. */
  readonly remote?: string;
}

/** A member of a project. */
export interface HubMember {
  /** A role of the database. */
  readonly person: string;
  readonly access: HubAccess;
}

/** The members of a project. */
export interface HubMembers {
  /** Access of the connected person; undefined without any. */
  readonly access: HubAccess | undefined;
  readonly members: readonly HubMember[];
}

/**
 * Creates a project owned by the connected person, or returns the access to an existing one. Throws `outside` if that
 * belongs to others who have not invited this person.
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

/**
 * Returns the access to an existing project. Throws `outside` if it does not exist or this person is not a member.
 */
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

/** Returns the projects of the connected person, by name. */
export async function hubProjects(connection: HubConnection): Promise<readonly HubProject[]> {
  const rows = await connection.query('select id, name, remote from history_hub.projects order by name, id');
  return rows.map(({ id, name, remote }) => ({
    id: String(id),
    name: String(name),
    ...(typeof remote === 'string' && { remote }),
  }));
}

/** Returns the members of a project by name; empty if the connected person is not one of them. */
export async function hubMembers(connection: HubConnection, project: string): Promise<HubMembers> {
  const sql = `select person, access, person = session_user as is_me
    from history_hub.members where project = $1 order by person`;
  const rows = await connection.query(sql, [project]);
  const members = rows.flatMap((row) => {
    const access = accessOf(row.access);
    return access ? [{ person: String(row.person), access }] : [];
  });
  return { access: accessOf(rows.find((row) => row.is_me === true)?.access), members };
}

/** Returns the connected person's access to a project; undefined without any. */
export async function ownAccess(connection: HubConnection, project: string): Promise<HubAccess | undefined> {
  const sql = 'select access from history_hub.members where project = $1 and person = session_user';
  const [row] = await connection.query(sql, [project]);
  return accessOf(row?.access);
}

/** Adds a person to a project or changes their access; undefined removes them. Owners only. */
export async function setMember(
  connection: HubConnection,
  project: string,
  { person, access }: { readonly person: string; readonly access: HubAccess | undefined },
): Promise<void> {
  await connection.query('select history_hub.set_member($1, $2, $3)', [project, person, access ?? null]);
}

/**
 * Ensures that a person has a role that may use this hub. Returns the password of a new role, which is stored
 * nowhere. Requires a role that may create roles and add them to the hub's group, such as the one that set it up.
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
  await connection.query(limitPeople);
  return password;
}

const accessOf = (value: unknown): HubAccess | undefined => hubAccesses.find((access) => access === value);

/** Removes what PostgreSQL cannot store in text: NUL and lone surrogates. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();
