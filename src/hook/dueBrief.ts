import { systemClock } from '../disk/base/context.ts';
import { defined } from '../disk/base/core.ts';
import { realFolder } from '../disk/base/projectFolder.ts';
import { hasHistory, historyFolder } from '../disk/files/projectHistory.ts';
import { Compactions, type NotedTranscript } from '../insight/brief/compactions.ts';
import { briefSettings } from '../insight/brief/settings.ts';
import type { BriefPurpose } from '../insight/brief/types.ts';
import { ignoresOutput, eventKind, type HookInput, type HookContext } from './hookInput.ts';
import { findProjectRoot, firstFolderOf, projectOfSession, workingFolder } from './projectRoot.ts';

/** A brief to give now. */
export interface DueBrief {
  readonly root: string;
  /** The project of the session, whose history may be shared with others. */
  readonly project: string;
  /** The folder the agent works in. */
  readonly cwd: string;
  readonly purpose: BriefPurpose;
  readonly maxTokens: number;
  /** The transcript of the session, where it was compacted. */
  readonly noted: NotedTranscript | undefined;
}

/** Determines the brief for a session start or the prompt after a compaction; undefined where briefs are off or there is no history. */
export function dueBrief(
  input: HookInput,
  { cwd: here, env, log, brief: flag }: HookContext,
): DueBrief | undefined {
  const { session } = input;
  if (ignoresOutput(input)) return undefined;
  const cwd = workingFolder(input, { cwd: here });
  const firstFolder = () => firstFolderOf(input);
  const root = findProjectRoot(cwd, env, firstFolder);
  if (!hasHistory(root)) return undefined;
  const folder = historyFolder(root);
  const project = projectOfSession(cwd, env, firstFolder) ?? realFolder(cwd) ?? root;
  const { mode, maxTokens } = briefSettings({ history: folder, env, log, project, ...defined({ flag }) });
  if (mode === 'off') return undefined;
  const context = { folder, log, clock: systemClock, isReadOnly: () => false };
  const noted = session === undefined ? undefined : new Compactions(context, session).noted();
  const purpose = purposeOf(input, noted);
  if (!purpose || (purpose === 'start' && mode !== 'always')) return undefined;
  return { root, project, cwd, purpose, maxTokens, noted };
}

/** The purpose of the brief due now; undefined for none. */
function purposeOf(input: HookInput, noted: NotedTranscript | undefined): BriefPurpose | undefined {
  const isStart = eventKind(input) === 'start';
  if (input.session !== undefined && (noted?.isPending === true || (isStart && input.source === 'compact')))
    return 'afterCompaction';
  return isStart ? 'start' : undefined;
}
