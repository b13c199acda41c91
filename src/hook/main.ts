// The program that agents run as a hook: before and after they compact, at the start of a session, and before a prompt.
// It always exits 0, as an exit code of 2 would keep the agent from compacting. It prints nothing on standard output,
// where it would become instructions, except a brief for a session that starts or lost its context.
//   hook.js                                    reads the agent's input from standard input
//   hook.js archive <transcript> [--root DIR]  archives a transcript for a person and reports the result
// --assistant-name NAME: name of the agent in headings of archives.
// It does nothing where history is turned off; before a brief, the second process asks that, as a disk may hang.
// --brief off|afterCompaction|always: when a brief is given, regardless of the settings.
// --remember: at the end of a session only caches the facts that a brief may use, without delaying the agent.
// --brief-within MS: maximum wait of the agent for a brief, which a second process composes.
import { parseArgs } from 'node:util';
import { defined, type Log, errorMessage } from '../disk/base/core.ts';
import { isEnd, eventKind, parseHookInput, type HookContext } from './hookInput.ts';
import { asComposer, composedWithin, continueInBackground, inBackground } from './ownProcess.ts';
import { toTerminal } from '../disk/text/containText.ts';
import { dueBrief } from './dueBrief.ts';
import { isOff } from './projectRoot.ts';
import { readStandardInput } from './standardInput.ts';

/** How long an agent may take to write its input. Milliseconds. */
const inputTimeoutMs = 4_000;
/** Maximum wait of an agent for a brief, which a busy machine extends. Milliseconds. */
const defaultDeadlineMs = 1_000;

const write = (level: string) => (message: string) =>
  void process.stderr.write(`history ${level}: ${toTerminal(message)}\n`);
const log: Log = { info: () => undefined, warn: write('warning'), error: write('error') };

/** Runs `work` to its end, and ends with code 0 whatever happens. */
async function asHook(work: () => Promise<void>): Promise<void> {
  process.on('uncaughtException', (error) => {
    log.error(errorMessage(error));
    process.exit(0);
  });
  try {
    await work();
  } catch (error) {
    log.error(errorMessage(error));
  }
  process.exit(0); // standard input may still be open
}

async function answer(args: readonly string[], hookContext: HookContext): Promise<void> {
  const { assistantName, brief, within, remember } = flagsIn(args);
  const text = readStandardInput(process.stdin, inputTimeoutMs);
  const input = text.then(parseHookInput);
  const own = { ...hookContext, ...defined({ brief }) };
  const isOn = (): Promise<boolean> =>
    input.then(
      (read) => !isOff(read, hookContext),
      () => true, // what needs the input reports it
    );
  if (remember && (await input.then(isEnd, () => false))) {
    if (await isOn()) await continueInBackground(__filename, await text, own);
    return;
  }
  if ((await input.then(eventKind, () => undefined)) === undefined) {
    if (!(await isOn())) return;
    const { runHook } = await import('./hook.ts');
    await runHook(() => input, { ...own, ...defined({ assistantName }) });
    return;
  }
  const printed = await composedWithin(__filename, await text, own, within);
  if (printed !== '') await new Promise((done) => process.stdout.write(printed, done));
}

/** Prints the brief that is due, or the notice of a deleted history, for the agent. */
async function compose(args: readonly string[], hookContext: HookContext): Promise<void> {
  const input = parseHookInput(await readStandardInput(process.stdin, inputTimeoutMs));
  if (isOff(input, hookContext)) return;
  const own = { ...hookContext, ...defined({ brief: flagsIn(args).brief }) };
  const due = dueBrief(input, own);
  const brief = due && (await (await import('./brief.ts')).briefFor(due, input, own));
  const printed = brief ?? (await (await import('./lossNote.ts')).lossNote(input, own));
  if (printed !== undefined) await new Promise((done) => process.stdout.write(printed, done));
}

/** Runs what remains once the agent no longer waits. */
async function finish(args: readonly string[], hookContext: HookContext): Promise<void> {
  const { rememberEnded } = await import('./endedSession.ts');
  const input = parseHookInput(await readStandardInput(process.stdin, inputTimeoutMs));
  await rememberEnded(input, { ...hookContext, ...defined({ brief: flagsIn(args).brief }) });
}

interface Flags {
  readonly assistantName?: string;
  readonly brief?: string;
  readonly within: number;
  readonly remember: boolean;
}

/** Lenient: an unknown argument does not end a hook. */
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
    within: within > 0 ? within : defaultDeadlineMs,
    remember: values.remember === true,
  };
}

/** The folder the program was started in, which may have been deleted since. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD ?? '/';
  }
}

async function asCommand(args: readonly string[], hookContext: HookContext): Promise<void> {
  try {
    const { archiveCommand } = await import('./archiveCommand.ts');
    process.stdout.write(`${await archiveCommand(args, hookContext)}\n`);
  } catch (error) {
    log.error(errorMessage(error));
    process.exitCode = 1;
  }
}

process.stderr.on('error', () => undefined); // the agent closed it, so nothing can be reported
const [command, ...args] = process.argv.slice(2);
const hookContext = { cwd: currentFolder(), env: process.env, log };
process.stdout.on('error', () => undefined);
if (command === asComposer) void asHook(() => compose(args, hookContext));
else if (command === inBackground) void asHook(() => finish(args, hookContext));
else if (command === 'archive') void asCommand(args, hookContext);
else void asHook(() => answer(process.argv.slice(2), hookContext));
