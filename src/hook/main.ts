// The program that agents run as a hook: before and after they compact, at the start of a session, and before a prompt.
// It always exits 0, as an exit code of 2 would keep the agent from compacting. It prints nothing on standard output,
// where it would become instructions, but a brief for a session that starts or has forgotten what was before.
//   hook.js                                    reads what the agent tells from standard input
//   hook.js archive <transcript> [--root DIR]  archives a transcript, for a person; tells how it went
// --assistant-name NAME: what headings of archives call the agent.
// --brief off|afterCompaction|always: when a brief is given, whatever settings say.
// --remember: at the end of a session only what a brief may tell of it is kept, without the agent waiting for it.
// --brief-within MS: how long the agent may be held up for it.
import { parseArgs } from 'node:util';
import { defined, isObject, type Log } from '../store/base/core.ts';
import type { HookSurroundings } from './surroundings.ts';
import { isEnd, momentOf, parseHookInput, type HookInput } from './hookInput.ts';
import {
  doneWithin,
  inBackground,
  inThread,
  isThreadLeft,
  settledWithin,
  textWithin,
  tooLate,
} from './hurried.ts';
import { toTerminal } from '../store/text/containText.ts';
import { readStandardInput } from './standardInput.ts';

/** How long an agent may take to tell what it wants. Milliseconds. */
const patienceMs = 4_000;
/** So long an agent waits for a brief at most. With the start of this program it stays below 300. Milliseconds. */
const usualWithinMs = 200;

const write = (level: string) => (message: string) =>
  void process.stderr.write(`history ${level}: ${toTerminal(message)}\n`);
const log: Log = { info: () => undefined, warn: write('warning'), error: write('error') };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function asHook(args: readonly string[], surroundings: HookSurroundings): Promise<void> {
  process.on('uncaughtException', (error) => {
    log.error(messageOf(error));
    process.exit(0);
  });
  try {
    await answer(args, surroundings);
  } catch (error) {
    log.error(messageOf(error));
  }
  if (isThreadLeft()) (await import('./ending.ts')).endLeavingThreads();
  process.exit(0); // standard input may be open still
}

async function answer(args: readonly string[], surroundings: HookSurroundings): Promise<void> {
  const { assistantName, brief, within, remember } = flagsIn(args);
  const text = readStandardInput(process.stdin, patienceMs);
  const input = text.then(parseHookInput);
  if (remember && (await input.then(isEnd, () => false))) {
    const { goOnInBackground } = await import('./background.ts');
    return goOnInBackground(__filename, await text, { ...surroundings, ...defined({ brief }) });
  }
  if ((await input.then(momentOf, () => undefined)) === undefined) {
    const { runHook } = await import('./hook.ts');
    await runHook(() => input, { ...surroundings, ...defined({ assistantName, brief }) });
    return;
  }
  const told = { ...surroundings, ...defined({ brief }) };
  const { printed, isMissed } = await briefWithin(await text, told, within);
  if (printed !== undefined) await new Promise((done) => process.stdout.write(printed, done));
  if (!isMissed) return;
  const { goOnInBackground } = await import('./background.ts');
  await goOnInBackground(__filename, await text, told);
}

interface Printed {
  readonly printed?: string | undefined;
  /** Whether the brief is to be made for the next one. */
  readonly isMissed: boolean;
}

/** What is to be printed for an agent within so many milliseconds; undefined for nothing. */
async function briefWithin(text: string, surroundings: HookSurroundings, ms: number): Promise<Printed> {
  const began = performance.now();
  const { keptBrief } = await import('./keptBrief.ts');
  const input = parseHookInput(text);
  const kept = doneWithin(() => keptBrief(input, surroundings), ms);
  if (!kept || kept === tooLate) return { isMissed: false };
  const { give, isMissed } = kept;
  const left = Math.max(1, ms - (performance.now() - began));
  if (give) return { printed: await settledWithin(give(), left), isMissed };
  const data = { text, ...defined({ brief: surroundings.brief }) };
  return { printed: await textWithin(__filename, data, left), isMissed };
}

/** In a thread of its own, which is left alone when it takes too long. */
async function asThread(surroundings: HookSurroundings): Promise<void> {
  const thread = await import('node:worker_threads');
  const data: unknown = thread.workerData;
  const { text, brief } = isObject(data) ? data : {};
  const input: HookInput = parseHookInput(String(text));
  const { briefFor } = await import('./brief.ts');
  const flag = typeof brief === 'string' ? { brief } : {};
  thread.parentPort?.postMessage(await briefFor(input, { ...surroundings, ...flag }));
}

/** What is left to do when the agent waits no longer. */
async function asBackground(args: readonly string[], surroundings: HookSurroundings): Promise<void> {
  const { goOnWith } = await import('./endedSession.ts');
  const input = parseHookInput(await readStandardInput(process.stdin, patienceMs));
  await goOnWith(input, { ...surroundings, ...defined({ brief: flagsIn(args).brief }) });
}

interface Flags {
  readonly assistantName?: string;
  readonly brief?: string;
  readonly within: number;
  readonly remember: boolean;
}

/** Lenient: a hook does not end for an argument it does not know. */
function flagsIn(args: readonly string[]): Flags {
  const options = {
    'assistant-name': { type: 'string' },
    brief: { type: 'string' },
    'brief-within': { type: 'string' },
    remember: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args: [...args], options, strict: false });
  const said = (value: unknown): string | undefined =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  const within = Number(said(values['brief-within']));
  return {
    ...defined({ assistantName: said(values['assistant-name']), brief: said(values.brief) }),
    within: within > 0 ? within : usualWithinMs,
    remember: values.remember === true,
  };
}

async function asCommand(args: readonly string[], surroundings: HookSurroundings): Promise<void> {
  try {
    const { archiveCommand } = await import('./archiveCommand.ts');
    process.stdout.write(`${await archiveCommand(args, surroundings)}\n`);
  } catch (error) {
    log.error(messageOf(error));
    process.exitCode = 1;
  }
}

process.stderr.on('error', () => undefined); // the agent closed it: there is nobody to tell
const [command, ...args] = process.argv.slice(2);
const surroundings = { cwd: process.cwd(), env: process.env, log };
if (command === inThread) void asThread(surroundings);
else if (command === inBackground) void asBackground(args, surroundings);
else {
  process.stdout.on('error', () => undefined);
  void (command === 'archive' ? asCommand(args, surroundings) : asHook(process.argv.slice(2), surroundings));
}
