import { defined } from '../disk/base/core.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import { historyFolder } from '../disk/files/projectHistory.ts';
import { briefSettings } from '../insight/brief/settings.ts';
import { lostNotice } from '../history/copies/lostNotice.ts';
import { eventKind, hookOutput, ignoresOutput, type HookContext, type HookInput } from './hookInput.ts';
import { findProjectRoot, firstFolderOf, workingFolder } from './projectRoot.ts';

/** Returns the notice of a deleted history for an agent that starts; undefined without one, and with `--brief off`. */
export async function lossNote(
  input: HookInput,
  { cwd: here, env, log, brief: flag }: HookContext,
): Promise<string | undefined> {
  if (ignoresOutput(input) || eventKind(input) !== 'start') return undefined;
  const cwd = workingFolder(input, { cwd: here });
  const history = historyFolder(findProjectRoot(cwd, env, () => firstFolderOf(input)));
  if (briefSettings({ history, env, log, ...defined({ flag }) }).mode === 'off') return undefined;
  const notice = await lostNotice(thisMachine(env), history);
  return notice === undefined ? undefined : hookOutput(input, notice);
}
