import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Ended } from '../hook/runHook.ts';

export const cliProgram = resolve(__dirname, '../../dist/cli.js');

/** Whether Wine plays Windows, whose `cmd` lacks some of what that of Windows does. */
export const isWine = process.env.WINEPREFIX !== undefined;

/** The path of a folder of this machine as that of a share of the network. */
export const onShare = (path: string): string =>
  path.replace(/^([A-Za-z]):/, (_, drive: string) => `\\\\localhost\\${drive.toLowerCase()}$`);

/** A person on a Windows machine, with a project. */
export interface Person {
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a program to its end in the project. */
  readonly run: (program: string, args: readonly string[], input?: string) => Promise<Ended>;
  /** Runs a line by `cmd`, which gets it as it is. */
  readonly cmd: (line: string, input?: string) => Promise<Ended>;
}

/** Runs a test with a person whose home is in a folder of this name, and whose project is beside it. */
export async function withPerson(name: string, test: (person: Person) => Promise<void>): Promise<void> {
  const base = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'p')));
  const [home, project] = [join(base, name), join(base, `${name} project`)];
  const local = join(home, 'AppData', 'Local');
  await fs.mkdir(join(project, '.git'), { recursive: true });
  await fs.mkdir(local, { recursive: true });
  const { SystemRoot = 'C:\\windows', TEMP = base } = process.env;
  const env = {
    SystemRoot,
    TEMP,
    PATH: join(SystemRoot, 'System32'),
    PATHEXT: '.COM;.EXE;.BAT;.CMD',
    USERPROFILE: home,
    LOCALAPPDATA: local,
    APPDATA: join(home, 'AppData', 'Roaming'),
  };
  const run = (program: string, args: readonly string[], input = '', verbatim = false): Promise<Ended> =>
    new Promise((done, fail) => {
      const options = { cwd: project, env, windowsVerbatimArguments: verbatim, windowsHide: true };
      const child = spawn(program, args, options);
      const output = { stdout: '', stderr: '' };
      for (const stream of ['stdout', 'stderr'] as const)
        child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text));
      child.once('error', fail);
      child.once('close', (code) => done({ code, ...output }));
      child.stdin.on('error', () => undefined); // it may end before it read everything
      child.stdin.end(input);
    });
  try {
    await test({
      home,
      project,
      env,
      run: (program, args, input) => run(program, args, input),
      cmd: (line, input) => run('cmd', ['/d', '/s', '/c', line], input, true),
    });
  } finally {
    await fs.rm(base, { recursive: true, force: true, maxRetries: 5 });
  }
}
