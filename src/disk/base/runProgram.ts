import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { contains, realPathNow } from './projectFolder.ts';

/*
 * The only module that starts programs. A program's path is absolute, and never searched in the folder it starts in:
 * a cloned repository may contain a `git`, and Windows looks there first.
 */

type Environment = Readonly<Record<string, string | undefined>>;

export interface EndedProgram {
  readonly stdout: string;
  readonly stderr: string;
  /** Exit code; undefined if the process could not be started, or was killed because it took too long. */
  readonly code: number | undefined;
  /** Why it could not be started. */
  readonly reason?: string;
}

export interface StartOptions {
  readonly cwd: string;
  readonly env: Environment;
  /** The project; programs inside it are not found by name. */
  readonly project?: string | undefined;
}

export interface RunOptions extends StartOptions {
  readonly withinMs: number;
  /** Standard input, closed afterwards. */
  readonly input?: string;
}

/** A program that prints more is killed. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Runs a program to its end, up to a time limit. Never throws. */
export function runProgram(
  command: string,
  args: readonly string[],
  { withinMs, input = '', ...start }: RunOptions,
): Promise<EndedProgram> {
  const program = findProgram(command, start);
  if (program === undefined)
    return Promise.resolve({ stdout: '', stderr: '', code: undefined, reason: notFound(command) });
  const { cwd, env } = start;
  const options = { cwd, env, timeout: withinMs, killSignal: 'SIGKILL', maxBuffer: maxBytes } as const;
  return new Promise((resolve) => {
    const child = execFile(program, [...args], { ...options, windowsHide: true }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve({
        stdout,
        stderr,
        code,
        ...(error && code === undefined && { reason: reasonOf(error, withinMs) }),
      });
    });
    child.stdin?.on('error', () => undefined); // it exited without reading
    child.stdin?.end(input);
  });
}

/** Starts a program and communicates with it. Throws if there is no program with that name. */
export function startProgram(
  command: string,
  args: readonly string[],
  { cwd, env, project }: StartOptions,
): ChildProcessWithoutNullStreams {
  const program = findProgram(command, { env, project });
  if (program === undefined) throw new Error(notFound(command));
  return spawn(program, [...args], { cwd, env, windowsHide: true });
}

/** Starts this program's own runtime with a script, detached from this process. Only its standard input is open. */
export function startDetached(script: string, args: readonly string[], { cwd, env }: StartOptions) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env,
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return child;
}

/** Starts this program's own runtime with a script, with pipes to its standard input and output. */
export const startBeside = (script: string, args: readonly string[], { cwd, env }: StartOptions) =>
  spawn(process.execPath, [script, ...args], {
    cwd,
    env,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });

/**
 * Finds a program by its name in the folders of `PATH` that are absolute and outside of the project; a path must be
 * absolute. Undefined if there is none.
 */
function findProgram(
  command: string,
  { env, project }: Pick<StartOptions, 'env' | 'project'>,
): string | undefined {
  if (isAbsolute(command)) return command;
  if (/[\\/]/.test(command)) return undefined;
  const own = project === undefined ? [] : [project, real(project)];
  const isOwn = (path: string): boolean => own.some((folder) => contains(folder, path));
  const name = process.platform === 'win32' && !/\.(?:exe|com)$/i.test(command) ? `${command}.exe` : command;
  return pathOf(env)
    .split(delimiter)
    .map((folder) => folder.replace(/^"(.*)"$/, '$1'))
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((path) => isExecutable(path) && !isOwn(path) && !isOwn(real(path)));
}

const notFound = (command: string): string =>
  `there is no ${command} in the folders of PATH outside of the project`;

/** Windows names it `Path`. */
const pathOf = (env: Environment): string =>
  Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // missing, or not accessible to this user
  }
}

function real(path: string): string {
  try {
    return realPathNow(path);
  } catch {
    return path; // removed since
  }
}

function reasonOf(error: Error & { readonly killed?: boolean | undefined }, withinMs: number): string {
  if (error.killed === true) return `it did not end within ${withinMs / 1_000} seconds`;
  const [first = error.message] = error.message.split('\n');
  return first;
}
