import { systemClock } from '../disk/base/context.ts';
import type { Text } from '../disk/base/texts.ts';
import { StoreError } from '../disk/base/core.ts';
import { historyModes, historySwitch, type HistoryMode } from '../disk/files/historySwitch.ts';
import { setHistoryMode } from '../disk/files/setHistoryMode.ts';
import { rootOf } from './project.ts';
import type { CommandResult, Terminal } from './terminal.ts';

/** What each mode means. */
const meanings: Readonly<Record<HistoryMode, Text>> = {
  off: 'History is off here: nothing is read, saved or given to agents.',
  keep: 'History is kept here, and given to agents only when they ask.',
  return: 'History is kept here, and agents get a brief as your settings say.',
};

/** `mode`: says or sets what programs do with the history of a project; JSON `{project, mode, by?}`. */
export async function modeOfProject(
  { project: folder, mode: given }: { readonly project?: string; readonly mode?: string },
  { say, log }: Terminal,
): Promise<CommandResult> {
  const project = rootOf(folder);
  const mode = given === undefined ? undefined : modeNamed(given);
  const now =
    mode === undefined
      ? historySwitch(project)
      : await setHistoryMode(project, mode, { clock: systemClock, log });
  const failed = mode !== undefined && now.mode !== mode;
  const by = now.by === undefined ? [] : [say('Set by {0}.', now.by)];
  return {
    json: { project, ...now },
    text: [say(meanings[now.mode]), ...by].join(' '),
    ...(failed && { failed }),
  };
}

function modeNamed(text: string): HistoryMode {
  const mode = historyModes.find((known) => known === text);
  if (mode) return mode;
  throw new StoreError('invalid_argument', `mode takes ${historyModes.join(', ')}.`);
}
