import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { claudeLines, type Line } from '../unit/store/transcriptOf.ts';

export const hookProgram = resolve(__dirname, '../../dist/hook.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Of ours, instead of the hook. */
  readonly program?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input is left open after `input`. */
  readonly open?: boolean;
}

export interface HookFixture {
  /** The project folder, with a git repository; its name holds a space and Chinese. */
  readonly project: string;
  /** The home folder of the process. */
  readonly home: string;
  /** Runs the program to its end. */
  readonly run: (input: string | Uint8Array, options?: RunOptions) => Promise<Ended>;
  /** Writes a transcript of Claude Code and gives its path. */
  readonly transcript: (session: string, lines: readonly Line[]) => Promise<string>;
}

/** Runs a test with an empty project and an empty home folder. */
export async function withHook<Result>(test: (fixture: HookFixture) => Promise<Result>): Promise<Result> {
  const base = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'hook 项目 ')));
  const [project, home] = [join(base, 'project'), join(base, 'home')];
  await fs.mkdir(join(project, '.git'), { recursive: true });
  await fs.mkdir(home);
  const run = (input: string | Uint8Array, options: RunOptions = {}) =>
    runProgram(input, { project, home, ...options });
  const transcript = async (session: string, lines: readonly Line[]): Promise<string> => {
    const path = join(base, `${session}.jsonl`);
    await fs.writeFile(path, claudeLines(session, 'Fix the login', lines));
    return path;
  };
  try {
    return await test({ project, home, run, transcript });
  } finally {
    await fs.rm(base, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Where a hook keeps what it knows of projects. */
export const stateOf = (home: string): string => join(home, '../state');

function runProgram(
  input: string | Uint8Array,
  {
    program = hookProgram,
    args = [],
    cwd,
    env,
    open,
    project,
    home,
  }: RunOptions & { project: string; home: string },
): Promise<Ended> {
  return new Promise((done, fail) => {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [program, ...args], {
      cwd: cwd ?? project,
      env: { PATH, HOME: home, USERPROFILE: home, HISTORY_STATE_HOME: stateOf(home), ...env },
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
    child.once('error', fail);
    child.once('close', (code) => done({ code, ...output }));
    child.stdin.on('error', () => undefined); // it may end before it read everything
    if (open) child.stdin.write(input);
    else child.stdin.end(input);
  });
}
