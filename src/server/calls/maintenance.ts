import { dirname, join } from 'node:path';
import { systemClock } from '../../store/base/context.ts';
import { defined } from '../../store/base/core.ts';
import type { Machine } from '../../store/base/stateFolder.ts';
import { projectName } from '../../store/files/projectId.ts';
import { isTaken } from '../../store/files/way.ts';
import { careName, memoriesFolder } from '../../store/memory/places.ts';
import { noteCaller, notedEveryMs } from '../../store/projects/callers.ts';
import { projectOpened } from '../../store/projects/projectFolders.ts';
import type { Caller } from '../base/requests.ts';
import type { DebugLog } from '../base/standardErrorLog.ts';
import type { CalledProject } from '../base/tool.ts';
import type { CallContext } from './callTool.ts';

/** A store is looked after at most this often. Milliseconds. */
const pauseMs = 60 * 60 * 1_000;

/**
 * Makes a function that does what is due in a store, to be called with each call: there is no timer that would keep the
 * process alive. It returns at once; what fails is logged, and tried again with a later call.
 */
export function maintenance(log: DebugLog, machine: Machine): CallContext['maintain'] {
  const consolidate = onceInAWhile(({ dialogs, whole }) => {
    if (!isTaken(join(dialogs.folder, memoriesFolder, careName))) return undefined; // no schedule yet
    return whole()
      .then((store) => store.memories.care.consolidateIfDue())
      .then(
        (done) => {
          if (done) log.info(`memories were consolidated as scheduled: ${done.archived.length} archived`);
        },
        (error: unknown) => log.warn(`the scheduled consolidation failed: ${String(error)}`),
      );
  });
  const note = onceInAWhile(({ dialogs: { folder } }) => {
    if (projectName(folder) === undefined) return undefined; // no history yet
    return projectOpened({ machine, clock: systemClock, log }, dirname(folder)).catch((error: unknown) =>
      log.warn(`cannot note where this project is, whose sessions are lost when it moves: ${String(error)}`),
    );
  });
  const heard = new WeakMap<CalledProject, Map<string, number>>();
  const hear = (called: CalledProject, { client, clientVersion: version }: Caller): void => {
    if (client === undefined) return;
    const last = heard.get(called) ?? new Map<string, number>();
    const now = systemClock.now();
    if (Math.abs(now - (last.get(client) ?? -Infinity)) < notedEveryMs) return;
    noteCaller(called.dialogs.folder, { client, ...defined({ version }) }, systemClock).then(
      (noted) => noted && heard.set(called, last.set(client, now)),
      (error: unknown) => log.debug(`cannot note who called: ${String(error)}`),
    );
  };
  return (called, caller) => {
    consolidate(called);
    note(called);
    hear(called, caller);
  };
}

/** Does the work for a project again after a while; what gives nothing was not to be done yet. */
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
