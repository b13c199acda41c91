import { stat } from 'node:fs/promises';
import { l10n, ThemeIcon, window } from 'vscode';
import { StoreError } from '../../store/base/core.ts';
import type { Command } from '../base/commands.ts';
import { resumeWords, sourceIcon, sourceName } from './agents.ts';
import { chooseSession, type SessionServices } from './sessionTarget.ts';

/** Goes on with a session in the terminal program of its own agent, in the folder of the session. */
export const terminalCommand = (services: SessionServices): Command => ({
  id: 'historyStore.resumeInTerminal',
  writes: true,
  run: async (argument) => {
    const title = l10n.t('Resume Session in Terminal');
    const { info, project } = await chooseSession(services, argument, title, 'resumable');
    const words = resumeWords(info);
    if (words === undefined)
      throw new StoreError(
        'disabled',
        l10n.t('Its agent cannot resume it in a terminal. Resume it in chat.'),
      );
    const cwd = info.cwd ?? project.root;
    if (!(await isFolder(cwd)))
      throw new StoreError(
        'not_found',
        l10n.t('Its folder {0} is not there, where alone its agent finds it. Resume it in chat.', cwd),
      );
    const iconPath = new ThemeIcon(sourceIcon(info.source));
    const terminal = window.createTerminal({ name: sourceName(info.source), cwd, iconPath });
    terminal.show();
    terminal.sendText(words.join(' '));
  },
});

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;
