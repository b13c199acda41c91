import { dirname } from 'node:path';
import { systemClock } from '../store/base/context.ts';
import { defined, type Language } from '../store/base/core.ts';
import { projectName } from '../store/files/projectId.ts';
import { noteCaller, notedEveryMs } from '../store/projects/callers.ts';
import { projectOpened } from '../store/projects/projectFolders.ts';
import type { Store } from '../store/types.ts';
import type { Machine } from '../store/base/stateFolder.ts';
import { KeepingSchedule } from './archives/keeping.ts';
import type { Caller, CallHandlers } from './base/requests.ts';
import type { DebugLog } from './base/standardErrorLog.ts';
import { callTool, type CallContext } from './calls/callTool.ts';
import { ServedProjects, type ProjectsOptions } from './calls/projects.ts';
import type { OwnProcess } from './calls/currentSession.ts';
import { requestedProjects, type Machine as RequestMachine } from './calls/openProject.ts';
import type { Offers } from './base/offers.ts';
import { toolOffers } from './toolOffers.ts';

/** What requests work with. */
export interface HandlerOptions extends Omit<ProjectsOptions, 'places' | 'log' | 'onOpen'> {
  readonly log: DebugLog;
  readonly machine: RequestMachine;
  readonly own?: OwnProcess;
  readonly promptLanguage: Language;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/**
 * Opens all that a request needs: offers, store, checks. The server loads this file, which is a bundle of its own, only
 * after it has listed its tools, so that no tool and nothing below it makes the start slower.
 */
export function openHandlers(
  { machine, own, promptLanguage: language, closing, ...options }: HandlerOptions,
  { tools: offered, ...readable }: Pick<Offers, 'tools'> & Partial<Offers> = { tools: toolOffers },
): CallHandlers {
  const keeping = new KeepingSchedule({ settings: machine.keep, closing, log: options.log });
  const projects = new ServedProjects({
    ...options,
    places: machine.places,
    onOpen: (store, workspace) => keeping.begin(store, workspace),
  });
  const maintain = maintenance(options.log, machine.places);
  const tools = new Map(offered.map((tool) => [tool.name, tool]));
  const requested = requestedProjects({ projects, machine, ...defined({ own }) });
  const request = { projects: requested, log: options.log };
  const calling = { ...request, tools, maintain };
  const { roots } = options;
  const reading = async () =>
    (await import('./readHandlers.ts')).openReading({ ...request, roots, language }, readable);
  return {
    listed: (caller) => projects.openOwn(caller),
    tool: (name, args, caller) => callTool(name, args, caller, calling),
    prompt: async (...asked) => (await reading()).prompt(...asked),
    resources: async (...asked) => (await reading()).resources(...asked),
    complete: async (...asked) => (await reading()).complete(...asked),
    resource: async (...asked) => (await reading()).resource(...asked),
  };
}

/** Loads what calls load otherwise: an update may remove the folder of this version while it runs. */
async function loadTheRest(log: DebugLog): Promise<void> {
  try {
    await import('../store/memory/times/timeRange.ts');
    await import('./readHandlers.ts');
  } catch (error) {
    log.warn(`a part of the server cannot be loaded: ${String(error)}`);
  }
}

/** A store is looked after at most this often. Milliseconds. */
const pauseMs = 60 * 60 * 1_000;

/**
 * Makes a function that does what is due in a store, to be called with each call: there is no timer that would keep the
 * process alive. It returns at once; what fails is logged, and tried again with a later call.
 */
function maintenance(log: DebugLog, machine: Machine): CallContext['maintain'] {
  const consolidate = onceInAWhile((store) =>
    store.memories.care.consolidateIfDue().then(
      (done) => {
        if (done) log.info(`memories were consolidated as scheduled: ${done.archived.length} archived`);
      },
      (error: unknown) => log.warn(`the scheduled consolidation failed: ${String(error)}`),
    ),
  );
  const note = onceInAWhile((store) => {
    if (projectName(store.folder) === undefined) return undefined; // no history yet
    return projectOpened({ machine, clock: systemClock, log }, dirname(store.folder)).catch(
      (error: unknown) =>
        log.warn(
          `cannot note where this project is, whose sessions are lost when it moves: ${String(error)}`,
        ),
    );
  });
  const heard = new WeakMap<Store, Map<string, number>>();
  const hear = (store: Store, { client, clientVersion: version }: Caller): void => {
    if (client === undefined) return;
    const last = heard.get(store) ?? new Map<string, number>();
    const now = systemClock.now();
    if (Math.abs(now - (last.get(client) ?? -Infinity)) < notedEveryMs) return;
    noteCaller(store.folder, { client, ...defined({ version }) }, systemClock).then(
      (noted) => noted && heard.set(store, last.set(client, now)),
      (error: unknown) => log.debug(`cannot note who called: ${String(error)}`),
    );
  };
  return (store, caller) => {
    consolidate(store);
    setImmediate(() => {
      note(store); // after the reply
      hear(store, caller);
      void loadTheRest(log);
    });
  };
}

/** Does the work for a store again after a while; what gives nothing was not to be done yet. */
function onceInAWhile(work: (store: Store) => Promise<unknown> | undefined): (store: Store) => void {
  const last = new WeakMap<Store, number>();
  return (store) => {
    const now = systemClock.now();
    if (Math.abs(now - (last.get(store) ?? -Infinity)) < pauseMs) return;
    if (work(store)) last.set(store, now);
  };
}
