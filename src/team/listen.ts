import { randomUUID } from 'node:crypto';
import { atMost } from '../disk/base/context.ts';
import type { HubConnection, LiveConnection } from './types.ts';

/** How long to wait for our own test notification, which a connection pooler may swallow. Milliseconds. */
const testNotificationMs = 2_000;
const testPrefix = 'try ';

/**
 * Returns the notification channel of a project. Only its members know the UUID, and notifications carry no content.
 */
const channelOf = (project: string): string => `history_hub_${project.replaceAll('-', '')}`;

/** Notifies listeners that a project has new records. Engines without notifications are asked only once. */
export async function notifyListeners(connection: HubConnection, project: string): Promise<void> {
  if (withoutNotifications.has(connection)) return;
  const said = connection.query('select pg_catalog.pg_notify($1, $2)', [channelOf(project), '']);
  await said.catch(() => withoutNotifications.add(connection)); // listeners poll as well
}

const withoutNotifications = new WeakSet<HubConnection>();

/**
 * Calls `changed` whenever another program sends records to a project, while the connection lasts. Returns false if
 * the engine or a pooler drops notifications; callers must poll then.
 */
export async function listenTo(
  connection: LiveConnection,
  project: string,
  changed: () => void,
): Promise<boolean> {
  const testText = `${testPrefix}${randomUUID()}`;
  let speaker: HubConnection | undefined;
  try {
    const [row] = await connection.query('select pg_catalog.pg_backend_pid() as process');
    const process = Number(row?.process);
    let isHeard = false;
    const heard = new Promise<void>((resolve) =>
      connection.onNotification(({ text, from }) => {
        if (text !== testText) {
          if (from !== process && !text.startsWith(testPrefix)) changed();
          return;
        }
        isHeard = true;
        resolve();
      }),
    );
    await connection.query(`listen ${channelOf(project)}`);
    // A pooler may pass on what is said over the same connection, and nothing else.
    const isPooled = connection.process !== process;
    if (isPooled) speaker = await connection.another();
    const say = 'select pg_catalog.pg_notify($1, $2)';
    const said = (speaker ?? connection).query(say, [channelOf(project), testText]);
    await atMost(
      said.then(() => heard),
      testNotificationMs,
    );
    return isHeard;
  } catch {
    return false; // an engine without notifications
  } finally {
    await speaker?.close();
  }
}
