import { systemClock } from '../disk/base/context.ts';
import { defined, type Language, errorMessage } from '../disk/base/core.ts';
import { CopySchedule } from '../history/copies/copySchedule.ts';
import type { CopySettings } from '../history/copies/modes.ts';
import { KeepingSchedule } from './archives/keepingSchedule.ts';
import type { Caller, CallHandlers } from './base/requests.ts';
import type { DebugLog } from './base/standardErrorLog.ts';
import type { CalledProject } from './base/tool.ts';
import { callTool, type CallContext, type Tools } from './calls/callTool.ts';
import { ServedProjects, type ProjectsOptions } from './calls/projects.ts';
import type { OwnProcess } from './calls/currentSession.ts';
import { requestedProjects, type RequestContext as RequestMachine } from './calls/openProject.ts';
import { dialogTools } from './dialogs/dialogTools.ts';
import type { Offers } from './base/offers.ts';
import { IndexSchedule } from './search/indexSchedule.ts';

/** The context of request handlers. */
export interface HandlerOptions extends Omit<ProjectsOptions, 'places' | 'log' | 'onOpen' | 'onWrite'> {
  readonly log: DebugLog;
  readonly machine: RequestMachine;
  readonly own?: OwnProcess;
  readonly promptLanguage: Language;
  /** Whether second copies are kept; none without it. */
  readonly copies?: CopySettings;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/**
 * Opens everything that requests need. This file is a bundle of its own, loaded after the tools are listed, so that
 * tools do not slow the start. Code that dialogs do not need is loaded when idle, or by the first call that needs it.
 */
export function openHandlers(
  { machine, own, promptLanguage: language, closing, copies, ...options }: HandlerOptions,
  { tools: offered, ...readable }: Partial<Offers> = {},
): CallHandlers {
  const { roots, log } = options;
  const keeping = new KeepingSchedule({ settings: machine.keep, closing, log });
  const preparing = new IndexSchedule(log, closing);
  const copying = options.base === undefined ? copySchedule(copies, { machine, closing, log }) : undefined;
  const projects = new ServedProjects({
    ...options,
    places: machine.places,
    ...(copying && { onWrite: (history: string) => copying.changed(history) }),
    onOpen: (called, workspace) => {
      copying?.begin(called.dialogs.folder);
      keeping.begin(called, workspace);
      preparing.wait(called);
    },
  });
  const tools = toolsOf(offered);
  const rest = whenIdle(() => preload(log));
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
    (await import('./readHandlers.ts')).openReadHandlers({ ...request, roots, language }, readable);
  return {
    listed: (caller) => rest.after(projects.openOwn(caller)),
    tool: (name, args, caller) => rest.after(callTool(name, args, caller, calling)),
    prompt: async (...args) => (await reading()).prompt(...args),
    resources: async (...args) => (await reading()).resources(...args),
    complete: async (...args) => (await reading()).complete(...args),
    resource: async (...args) => (await reading()).resource(...args),
  };
}

/** Keeps second copies of what is served until the server ends; undefined if none are wanted. */
function copySchedule(
  copies: CopySettings | undefined,
  { machine, closing, log }: Pick<HandlerOptions, 'machine' | 'closing' | 'log'>,
): CopySchedule | undefined {
  if (copies === undefined || copies.copies === 'off' || closing.aborted) return undefined;
  const schedule = new CopySchedule({
    machine: machine.places,
    clock: systemClock,
    log,
    settings: () => copies,
  });
  closing.addEventListener('abort', () => void schedule.close());
  return schedule;
}

/** The product's tools, or those of a test. */
function toolsOf(offered?: Offers['tools']): Tools {
  const named = (tools: Offers['tools']) => new Map(tools.map((tool) => [tool.name, tool]));
  const loaded = named(offered ?? dialogTools);
  const load = async () => {
    await import('../store/store.ts');
    return named((await import('./toolOffers.ts')).toolOffers);
  };
  let all: ReturnType<typeof load> | undefined;
  return {
    // Calls that arrive while others wait for code wait as well, to keep their order.
    find: async (name) => ((!all && loaded.has(name)) || offered ? loaded : await (all ??= load())).get(name),
    all: async () => (offered ? loaded : (all ??= load())),
  };
}

/** Idle time after the last call. Milliseconds. */
const idleMs = 250;

/** Runs some work once when idle. Its timer does not keep the process alive. */
function whenIdle(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let pending = 0;
  let done = false;
  const begin = (): void => {
    if (done || pending > 0) return;
    done = true;
    void work();
  };
  // On a busy machine the time may end before a call that has arrived is read.
  const unlessCalled = (): void => void setImmediate(begin);
  return {
    async after<T>(other: Promise<T>): Promise<T> {
      pending++;
      clearTimeout(timer);
      try {
        return await other;
      } finally {
        pending--;
        if (!done && pending === 0) timer = setTimeout(unlessCalled, idleMs).unref();
      }
    },
  };
}

/** The files that calls may load, separated by spaces and inserted by the build; undefined in unbuilt code. */
declare const PARTS_OF_CALLS: string | undefined;

/** Preloads all code of calls one file at a time, as an update may remove this version's folder while it runs. */
async function preload(log: DebugLog): Promise<void> {
  const parts = typeof PARTS_OF_CALLS === 'string' ? PARTS_OF_CALLS.split(' ').slice(0, -1) : [];
  try {
    for (const part of parts) {
      await import(part);
      await new Promise((resolve) => setImmediate(resolve)); // lets requests through in between
    }
    log.debug('all parts of the server are loaded');
  } catch (error) {
    log.warn(`a part of the server cannot be loaded: ${errorMessage(error)}`);
  }
}

/** Work after each call, loaded and run once the reply is sent. */
function afterReplies(
  load: () => Promise<CallContext['maintain']>,
  log: DebugLog,
): (called: CalledProject, caller: Caller) => void {
  let loading: ReturnType<typeof load> | undefined;
  return (called, caller) =>
    void setImmediate(() => {
      (loading ??= load()).then(
        (maintain) => maintain(called, caller),
        (error: unknown) => log.warn(`a part of the server cannot be loaded: ${errorMessage(error)}`),
      );
    });
}
