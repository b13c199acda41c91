import { startDetached } from '../store/base/runProgram.ts';
import { inBackground } from './hurried.ts';
import type { HookSurroundings } from './surroundings.ts';

/** Starts `program` again with what its agent told it, and waits for nothing but that it was told. */
export function goOnInBackground(
  program: string,
  text: string,
  { cwd, env, brief }: HookSurroundings,
): Promise<void> {
  const flags = brief === undefined ? [] : ['--brief', brief];
  const child = startDetached(program, [inBackground, ...flags], { cwd, env });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdin.once('error', reject);
    child.stdin.end(text, () => resolve());
  });
}
