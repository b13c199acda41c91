import { StoreError } from '../disk/base/core.ts';
import { ownAccess } from './members.ts';
import type { HubConnection } from './types.ts';

/** How long a transaction may hold a project before it counts as stuck. Milliseconds. */
const stuckAfterMs = 3_000;

/** What was done to a project that others could not use. */
export interface RepairedProject {
  /** Whether its numbers had been set far ahead, and are in order again. */
  readonly renumbered: boolean;
  /** People whose stuck connections were ended. */
  readonly ended: readonly string[];
  /** People whose stuck connections this person may not end. */
  readonly stuck: readonly string[];
}

/**
 * Ends transactions that hold projects of the hub for longer than any push does, and brings numbers of a project that
 * were set far ahead back. Owners only; connections can be ended by whoever invited their people, or a superuser.
 */
export async function repairProject(
  connection: HubConnection,
  project: string,
  waitMs: number = stuckAfterMs,
): Promise<RepairedProject> {
  if ((await ownAccess(connection, project)) !== 'owner')
    throw new StoreError('disabled', `Only owners of the project ${project} repair it in the hub.`, {
      project,
    });
  if (!(await canRenumber(connection)))
    throw new StoreError(
      'not_found',
      'This hub cannot be repaired yet. Whoever set it up runs mcp-history-store team setup once more.',
    );
  const before = await holders(connection);
  if (before.length > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  const known = new Set(before.map(({ transaction }) => transaction));
  const [ended, stuck] = [new Set<string>(), new Set<string>()];
  for (const holder of await holders(connection)) {
    if (!known.has(holder.transaction)) continue;
    ((await isEnded(connection, holder)) ? ended : stuck).add(holder.person);
  }
  const renumbered = stuck.size === 0 && (await isRenumbered(connection, project));
  return { renumbered, ended: [...ended], stuck: [...stuck] };
}

/** Reports whether the schema has the function, which came with version 4. */
async function canRenumber(connection: HubConnection): Promise<boolean> {
  const sql = `select from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'history_hub' and p.proname = 'renumber'`;
  return (await connection.query(sql)).length > 0;
}

async function isRenumbered(connection: HubConnection, project: string): Promise<boolean> {
  const [row] = await connection.query('select history_hub.renumber($1) as is_renumbered', [project]);
  return row?.is_renumbered === true;
}

/** A connection of somebody. */
interface Connected {
  readonly pid: number;
  readonly person: string;
}

/** An open transaction of somebody. */
interface Holder extends Connected {
  readonly transaction: string;
}

/** Returns open transactions that changed or locked a project and wait for nothing. */
async function holders(connection: HubConnection): Promise<readonly Holder[]> {
  const sql = `
    select distinct l.pid, l.virtualtransaction as transaction, a.usename::text as person
    from pg_catalog.pg_locks l join pg_catalog.pg_stat_activity a on a.pid = l.pid
    where l.relation = 'history_hub.projects'::regclass and l.mode <> 'AccessShareLock' and l.granted
      and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
      and l.pid <> pg_catalog.pg_backend_pid() and a.usename is not null
      and not exists (select from pg_catalog.pg_locks w where w.pid = l.pid and not w.granted)`;
  const rows = await connection.query(sql);
  return rows.map(({ pid, transaction, person }) => ({
    pid: Number(pid),
    transaction: String(transaction),
    person: String(person),
  }));
}

/**
 * Ends a person's connections to the hub's database, as far as this person may: those that are open still read what
 * they began to read. Programs connect again, and see what the person may see by then.
 */
export async function endConnectionsOf(connection: HubConnection, person: string): Promise<void> {
  const sql = `select pid from pg_catalog.pg_stat_activity
    where usename = $1 and datname = current_database() and pid <> pg_catalog.pg_backend_pid()`;
  for (const { pid } of await connection.query(sql, [person]))
    await isEnded(connection, { pid: Number(pid), person });
}

/** Ends a connection and reports whether it is gone. */
async function isEnded(connection: HubConnection, holder: Connected): Promise<boolean> {
  return (
    (await end(connection, holder).catch(unlessForbidden)) ??
    (await endAsMember(connection, holder).catch(unlessForbidden)) ??
    false
  );
}

async function end(connection: HubConnection, { pid }: Connected): Promise<boolean> {
  // Waits until it is gone.
  const [row] = await connection.query('select pg_catalog.pg_terminate_backend($1, 5000) as ended', [pid]);
  return row?.ended === true;
}

/** Who made a role may give themselves its rights, which ending its connections needs; they are given back. */
const endAsMember = (connection: HubConnection, holder: Connected): Promise<boolean> =>
  connection.transaction(async () => {
    const statements = `select pg_catalog.format('grant %I to current_user', $1::text) as take,
      pg_catalog.format('revoke %I from current_user', $1::text) as give_back`;
    const [sql] = await connection.query(statements, [holder.person]);
    await connection.query(String(sql?.take));
    const ended = await end(connection, holder);
    await connection.query(String(sql?.give_back));
    return ended;
  });

function unlessForbidden(error: unknown): void {
  if (!(error instanceof StoreError) || error.data.code !== '42501') throw error;
}
