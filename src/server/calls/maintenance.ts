import { dirname, join } from 'node:path';
import { systemClock } from '../../disk/base/context.ts';
import { defined, errorMessage } from '../../disk/base/core.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import { projectName } from '../../disk/files/projectId.ts';
import { isTaken } from '../../disk/files/way.ts';
import { maintenanceName } from '../../history/memory/maintenanceFile.ts';
import { memoriesFolder } from '../../history/memory/memoryLog.ts';
import { noteCaller, noteIntervalMs } from '../../disk/projects/callers.ts';
import { noteLocation } from '../../disk/projects/projectFolders.ts';
import type { Caller } from '../base/requests.ts';
import type { DebugLog } from '../base/standardErrorLog.ts';
import type { CalledProject } from '../base/tool.ts';
import type { CallContext } from './callTool.ts';

/** Minimum interval of a store's maintenance. Milliseconds. */
const pauseMs = 60 * 60 * 1_000;

/**
 * Creates the maintenance to run with each call, without a timer that would keep the process alive. Returns
 * immediately; failures are logged and retried with a later call.
 */
export function maintenance(log: DebugLog, machine: Machine): CallContext['maintain'] {
  const consolidate = onceInAWhile(({ dialogs, whole }) => {
    if (!isTaken(join(dialogs.folder, memoriesFolder, maintenanceName))) return undefined; // no schedule yet
    return whole()
      .then((store) => store.memories.maintenance.consolidateIfDue())
      .then(
        (done) => {
          if (done) log.info(`memories were consolidated as scheduled: ${done.archived.length} archived`);
        },
        (error: unknown) => log.warn(`the scheduled consolidation failed: ${errorMessage(error)}`),
      );
  });
  const note = onceInAWhile(({ dialogs: { folder } }) => {
    if (projectName(folder) === undefined) return undefined; // no history yet
    return noteLocation({ machine, clock: systemClock, log }, dirname(folder));
  });
  const noted = new WeakMap<CalledProject, Map<string, number>>();
  const noteClient = (called: CalledProject, { client, clientVersion: version }: Caller): void => {
    if (client === undefined) return;
    const last = noted.get(called) ?? new Map<string, number>();
    const now = systemClock.now();
    if (Math.abs(now - (last.get(client) ?? -Infinity)) < noteIntervalMs) return;
    const { folder, secrets } = called.dialogs;
    noteCaller(folder, secrets.value({ client, ...defined({ version }) }), systemClock).then(
      (isNoted) => isNoted && noted.set(called, last.set(client, now)),
      (error: unknown) => log.debug(`cannot note who called: ${errorMessage(error)}`),
    );
  };
  return (called, caller) => {
    consolidate(called);
    note(called);
    noteClient(called, caller);
  };
}

/** Runs work for a project at most once per interval; returning undefined means it was not due. */
function onceInAWhile(
  work: (called: CalledProject) => Promise<unknown> | undefined,
): (called: CalledProject) => void {
  const last = new WeakMap<CalledProject, number>();
  return (called) => {
    const now = systemClock.now();
    if (Math.abs(now - (last.get(called) ?? -Infinity)) < pauseMs) return;
    if (work(called)) last.set(called, now);
  };
}
