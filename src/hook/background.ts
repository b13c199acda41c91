import { spawn } from 'node:child_process';
import { inBackground } from './hurried.ts';
import type { HookSurroundings } from './surroundings.ts';

/** Starts `program` again with what its agent told it, and waits for nothing but that it was told. */
export function goOnInBackground(
  program: string,
  text: string,
  { cwd, env, brief }: HookSurroundings,
): Promise<void> {
  const flags = brief === undefined ? [] : ['--brief', brief];
  const child = spawn(process.execPath, [program, inBackground, ...flags], {
    ...{ cwd, env, detached: true, windowsHide: true },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdin.once('error', reject);
    child.stdin.end(text, () => resolve());
  });
}
