import { spawn } from 'node:child_process';
import type { Ended } from './runHook.ts';

/** Runs a command in a shell, as agents run hooks, and tells it `input`. */
export function runCommand(
  command: string,
  cwd: string,
  env: Record<string, string>,
  input: object,
): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(command, [], { shell: true, cwd, env });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
    child.once('error', fail);
    child.once('close', (code) => done({ code, ...output }));
    child.stdin.on('error', () => undefined); // it may end before it read everything
    child.stdin.end(JSON.stringify(input));
  });
}
