import { defined, type Language } from '../store/base/core.ts';
import { KeepingSchedule } from './archives/keeping.ts';
import type { Caller, CallHandlers } from './base/requests.ts';
import type { DebugLog } from './base/standardErrorLog.ts';
import type { CalledProject } from './base/tool.ts';
import { callTool, type CallContext, type Tools } from './calls/callTool.ts';
import { ServedProjects, type ProjectsOptions } from './calls/projects.ts';
import type { OwnProcess } from './calls/currentSession.ts';
import { requestedProjects, type RequestSurroundings as RequestMachine } from './calls/openProject.ts';
import { dialogTools } from './dialogs/dialogTools.ts';
import type { Offers } from './base/offers.ts';
import { PreparingSchedule } from './search/preparing.ts';

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
 * after it has listed its tools, so that no tool and nothing below it makes the start slower. What calls about dialogs do
 * without is loaded once nothing was asked for a moment, or by the first call that needs it.
 */
export function openHandlers(
  { machine, own, promptLanguage: language, closing, ...options }: HandlerOptions,
  { tools: offered, ...readable }: Partial<Offers> = {},
): CallHandlers {
  const { roots, log } = options;
  const keeping = new KeepingSchedule({ settings: machine.keep, closing, log });
  const preparing = new PreparingSchedule(log, closing);
  const projects = new ServedProjects({
    ...options,
    places: machine.places,
    onOpen: (called, workspace) => {
      keeping.begin(called, workspace);
      preparing.wait(called);
    },
  });
  const tools = toolsOf(offered);
  const rest = afterAPause(() => loadTheRest(log));
  const maintained = afterReplies(async () => {
    const { maintenance } = await import('./calls/maintenance.ts');
    return maintenance(log, machine.places);
  }, log);
  const maintain: CallContext['maintain'] = (called, caller) => {
    maintained(called, caller);
    preparing.wait(called);
  };
  const requested = requestedProjects({ projects, machine, ...defined({ own }) });
  const request = { projects: requested, log };
  const calling = { ...request, tools, maintain };
  const reading = async () =>
    (await import('./readHandlers.ts')).openReading({ ...request, roots, language }, readable);
  return {
    listed: (caller) => rest.after(projects.openOwn(caller)),
    tool: (name, args, caller) => rest.after(callTool(name, args, caller, calling)),
    prompt: async (...asked) => (await reading()).prompt(...asked),
    resources: async (...asked) => (await reading()).resources(...asked),
    complete: async (...asked) => (await reading()).complete(...asked),
    resource: async (...asked) => (await reading()).resource(...asked),
  };
}

/** The product's tools, or others that a test offers. */
function toolsOf(offered?: Offers['tools']): Tools {
  const named = (tools: Offers['tools']) => new Map(tools.map((tool) => [tool.name, tool]));
  const loaded = named(offered ?? dialogTools);
  const load = async () => {
    await import('../store/store.ts');
    return named((await import('./toolOffers.ts')).toolOffers);
  };
  let all: ReturnType<typeof load> | undefined;
  return {
    // What came while others wait for their code waits with them, so that calls go on in the order they came.
    find: async (name) => ((!all && loaded.has(name)) || offered ? loaded : await (all ??= load())).get(name),
    all: async () => (offered ? loaded : (all ??= load())),
  };
}

/** Nobody waits for this long after the last call. Milliseconds. */
const restMs = 250;

/** Does some work once, when nothing else was under way for a moment. Its timer keeps no process alive. */
function afterAPause(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let underWay = 0;
  let done = false;
  const begin = (): void => {
    if (done || underWay > 0) return;
    done = true;
    void work();
  };
  // On a busy machine the time is over before a call is read that has arrived.
  const unlessCalled = (): void => void setImmediate(begin);
  return {
    async after<T>(other: Promise<T>): Promise<T> {
      underWay++;
      clearTimeout(timer);
      try {
        return await other;
      } finally {
        underWay--;
        if (!done && underWay === 0) timer = setTimeout(unlessCalled, restMs).unref();
      }
    },
  };
}

/** The files of all that calls may load, with a blank after each, which the build writes in here; unbuilt there are none. */
declare const PARTS_OF_CALLS: string | undefined;

/** Loads what calls load otherwise, one after the other: an update may remove the folder of this version while it runs. */
async function loadTheRest(log: DebugLog): Promise<void> {
  const parts = typeof PARTS_OF_CALLS === 'string' ? PARTS_OF_CALLS.split(' ').slice(0, -1) : [];
  try {
    for (const part of parts) {
      await import(part);
      await new Promise((resolve) => setImmediate(resolve)); // who asks meanwhile is answered
    }
    log.debug('all parts of the server are loaded');
  } catch (error) {
    log.warn(`a part of the server cannot be loaded: ${String(error)}`);
  }
}

/** What is to be done with each call, loaded and done after the reply to it. */
function afterReplies(
  load: () => Promise<CallContext['maintain']>,
  log: DebugLog,
): (called: CalledProject, caller: Caller) => void {
  let loading: ReturnType<typeof load> | undefined;
  return (called, caller) =>
    void setImmediate(() => {
      (loading ??= load()).then(
        (maintain) => maintain(called, caller),
        (error: unknown) => log.warn(`a part of the server cannot be loaded: ${String(error)}`),
      );
    });
}
