import { stripVTControlCharacters } from 'node:util';
import type { AgentMachine } from '../agents/profile/machine.ts';
import type { SessionWriter } from '../agents/writing/newSession.ts';
import { StoreError } from '../disk/base/core.ts';
import { runProgram, type EndedProgram } from '../disk/base/runProgram.ts';
import { oneLine } from '../disk/text/containText.ts';

/** How long a program may take to tell its version, or to take in a session. Milliseconds. */
const withinMs = 60_000;

/** Asks the program for its version. */
export async function versionOf(
  { program }: SessionWriter,
  { machine, project }: { readonly machine: AgentMachine; readonly project: string },
): Promise<string> {
  const ended = await runAgent([program, '--version'], { machine, cwd: machine.home, project });
  const [version] = /\d+\.\d+\.\d+/.exec(ended.stdout) ?? [];
  if (version !== undefined) return version;
  const reason = ended.reason ?? `${program} --version tells none`;
  throw new StoreError('disabled', `The version of ${program} is not known: ${reason}. Nothing was written.`);
}

/** Asks the program for what a session has to name. */
export async function toldBy({ program, itself }: SessionWriter, how: Running): Promise<readonly string[]> {
  if (!itself) return [];
  const { stdout } = await runAgent([program, ...itself.asks], how);
  return stdout.split('\n').map((line) => line.trim());
}

interface Running {
  readonly machine: AgentMachine;
  readonly cwd: string;
  /** Programs in it are not started. */
  readonly project: string;
}

/** Programs that npm installs on Windows are scripts of its shell, which must not look into the working folder. */
export function runAgent(
  words: readonly string[],
  {
    machine,
    cwd,
    project,
  }: { readonly machine: AgentMachine; readonly cwd: string; readonly project: string },
): Promise<EndedProgram> {
  const { env, platform } = machine;
  const [program = '', ...args] = words;
  if (platform !== 'win32') return runProgram(program, args, { cwd, env, project, withinMs });
  const inShell = { ...env, NoDefaultCurrentDirectoryInExePath: '1' };
  return runProgram('cmd', ['/d', '/s', '/c', ...words], { cwd, env: inShell, project, withinMs });
}

/** Runs an agent's program. Throws `storage` if it fails. */
export async function runItself(words: readonly string[], how: Running): Promise<void> {
  const { code, reason, stderr } = await runAgent(words, how);
  if (code === 0) return;
  throw new StoreError(
    'storage',
    `${words.slice(0, 2).join(' ')} failed: ${reason ?? oneLine(stripVTControlCharacters(stderr)).slice(-300)}`,
  );
}
