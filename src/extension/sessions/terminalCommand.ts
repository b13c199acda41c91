import { stat } from 'node:fs/promises';
import { l10n, ThemeIcon, window } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import { readAgents } from '../../agents/agents.ts';
import type { Command } from '../base/commands.ts';
import { resumeWords, sourceIcon, sourceName } from './agents.ts';
import { chooseSession, type SessionServices, type SessionTarget } from './sessionTarget.ts';

/** Resumes a session in its agent's terminal program, in the session's folder. */
export const terminalCommand = (services: SessionServices): Command => ({
  id: 'historyStore.resumeInTerminal',
  writes: true,
  run: async (argument) => {
    const title = l10n.t('Continue Session in Terminal');
    await resumeInTerminal(await chooseSession(services, argument, title, 'resumable'));
  },
});

/** Resumes a session in its agent's terminal program, in the session's folder. Throws if that is not possible. */
export async function resumeInTerminal({ info, project }: SessionTarget): Promise<void> {
  const words = resumeWords(info);
  if (words === undefined)
    throw new StoreError(
      'disabled',
      l10n.t('Its agent cannot continue it in a terminal. Continue it in chat.'),
    );
  const cwd = info.cwd ?? project.root;
  if (!(await isFolder(cwd)))
    throw new StoreError(
      'not_found',
      l10n.t('Its agent finds it only in its folder {0}, which is not there. Continue it in chat.', cwd),
    );
  runInTerminal(words.join(' '), { name: sourceName(info.source), icon: sourceIcon(info.source), cwd });
}

/** How a terminal looks, and the folder in which it starts. */
export interface TerminalStart {
  readonly name: string;
  /** Codicon. */
  readonly icon: string;
  readonly cwd: string;
}

/** Keeps marks of the session from which the editor was started out of a terminal: it would save no session there. */
const withoutSessionMarks: Readonly<Record<string, null>> = Object.fromEntries(
  readAgents.flatMap(({ client }) => (client?.unsaved ? [[client.unsaved.variable, null] as const] : [])),
);

/** Runs a line in a new terminal. */
export function runInTerminal(line: string, { name, icon, cwd }: TerminalStart): void {
  const iconPath = new ThemeIcon(icon);
  const terminal = window.createTerminal({ name, cwd, iconPath, env: withoutSessionMarks });
  terminal.show();
  terminal.sendText(line);
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;
