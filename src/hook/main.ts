// The program that agents run as a hook, before and after they compact. It always exits 0 and prints nothing on
// standard output: an exit code of 2 would keep the agent from compacting, and output would become instructions.
//   hook.js                                    reads what the agent tells from standard input
//   hook.js archive <transcript> [--root DIR]  archives a transcript, for a person; tells how it went
// Both take --assistant-name NAME: what headings of archives call the agent.
import { parseArgs } from 'node:util';
import { defined, type Log } from '../store/base/core.ts';
import { archiveCommand } from './archiveCommand.ts';
import { runHook, type HookSurroundings } from './hook.ts';
import { readStandardInput } from './standardInput.ts';

/** How long an agent may take to tell what it wants. Milliseconds. */
const patienceMs = 4_000;

const write = (level: string) => (message: string) =>
  void process.stderr.write(`history ${level}: ${message}\n`);
const log: Log = { info: () => undefined, warn: write('warning'), error: write('error') };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function asHook(args: readonly string[], surroundings: HookSurroundings): Promise<void> {
  process.on('uncaughtException', (error) => {
    log.error(messageOf(error));
    process.exit(0);
  });
  try {
    const hookSurroundings = { ...surroundings, ...defined({ assistantName: assistantNameIn(args) }) };
    await runHook(() => readStandardInput(process.stdin, patienceMs), hookSurroundings);
  } catch (error) {
    log.error(messageOf(error));
  }
  process.exit(0); // standard input may be open still
}

/** Lenient: a hook does not end for an argument it does not know. */
function assistantNameIn(args: readonly string[]): string | undefined {
  const options = { 'assistant-name': { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options, strict: false });
  const name = values['assistant-name'];
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined;
}

async function asCommand(args: readonly string[], surroundings: HookSurroundings): Promise<void> {
  try {
    process.stdout.write(`${await archiveCommand(args, surroundings)}\n`);
  } catch (error) {
    log.error(messageOf(error));
    process.exitCode = 1;
  }
}

process.stderr.on('error', () => undefined); // the agent closed it: there is nobody to tell
const [command, ...args] = process.argv.slice(2);
const surroundings = { cwd: process.cwd(), env: process.env, log };
void (command === 'archive' ? asCommand(args, surroundings) : asHook(process.argv.slice(2), surroundings));
