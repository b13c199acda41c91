import { listedRoots } from '../agents/readTranscript.ts';
import { contains, realFolder } from '../disk/base/projectFolder.ts';
import { StoreError } from '../disk/base/core.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import { hasHistory, historyFolder } from '../disk/files/projectHistory.ts';
import type { HookTranscript } from './findTranscript.ts';
import type { HookContext } from './hookInput.ts';
import { findProjectRoot, projectAt, sharedRoot } from './projectRoot.ts';

/** The folder with the history for a transcript. */
export interface TranscriptHistory {
  readonly root: string;
  /** Why it is not that of the session's project. */
  readonly deviation?: string;
}

/**
 * Finds the history for a transcript: of the session's project, unless the transcript is of another one, which must have
 * a history. Throws `invalid_argument` for a transcript without a history.
 */
export async function historyOf(
  { transcript: { path }, folder }: HookTranscript,
  { cwd, env }: Pick<HookContext, 'cwd' | 'env'>,
): Promise<TranscriptHistory> {
  const root = findProjectRoot(cwd, env, () => folder);
  const other = folder === undefined || sharedRoot(env) !== undefined ? undefined : projectAt(folder);
  if (folder === undefined || other === undefined || historyFolder(other) === historyFolder(root))
    return { root };
  if (contains(root, realFolder(folder) ?? folder)) return { root };
  const { include } = await listedRoots(thisMachine(env), root);
  if (await include(folder)) return { root };
  if (hasHistory(other))
    return {
      root: other,
      deviation: `${path} is a session of ${other}, so it was kept there, not in ${root}.`,
    };
  throw new StoreError(
    'invalid_argument',
    `${path} is a session of ${other}, which has no history, so it was not kept in ${root}.`,
    { path },
  );
}
