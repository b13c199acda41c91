import { homedir } from 'node:os';
import { projectOf } from '../store/base/projectFolder.ts';
import { ReadyStart } from '../store/brief/readyStart.ts';
import type { AskedBrief } from './askedBrief.ts';
import type { HookInput } from './hookInput.ts';
import type { HookSurroundings } from './surroundings.ts';

/** The brief that is ready for the start of a session. */
export function readyStartOf(
  { root, cwd, context, maxTokens }: AskedBrief,
  { session }: HookInput,
  { env }: Pick<HookSurroundings, 'env'>,
): ReadyStart {
  return new ReadyStart(context, { folder: projectOf(cwd, homedir()) ?? root, maxTokens, session, env });
}
