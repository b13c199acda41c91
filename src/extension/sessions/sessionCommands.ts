import { CancellationError, commands, env, l10n, UIKind, Uri, window } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { maxNameLength } from '../../disk/base/limits.ts';
import { databasePath } from '../../agents/reading/types.ts';
import type { Command } from '../base/commands.ts';
import { inform, messageCount } from '../base/notices.ts';
import { importSession } from '../../history/sessions/importSession.ts';
import { openSource } from './sessionSource.ts';
import type { SourceTarget } from './types.ts';
import { chooseSession, type SessionServices, type SessionTarget } from './sessionTarget.ts';

/** Commands that open and import sessions, and navigate their tree. */
export function sessionCommands(services: SessionServices): readonly Command[] {
  const { sessionView, sessionLists, sessionDocuments, sessionPanes } = services;
  return [
    { id: 'historyStore.refreshSessions', run: () => sessionLists.refresh() },
    { id: 'historyStore.showMoreSessions', run: (node) => sessionView.tree.showMore(node) },
    {
      id: 'historyStore.openSession',
      run: async (argument) => {
        const target = await chooseSession(services, argument, l10n.t('Open Session'));
        sessionPanes.open(sourceOf(target), { preserveFocus: isNode(argument) });
      },
    },
    {
      id: 'historyStore.openSessionInNewPane',
      run: async (argument) =>
        sessionPanes.openInNewPane(
          sourceOf(await chooseSession(services, argument, l10n.t('Open Session in New Pane'))),
        ),
    },
    {
      id: 'historyStore.openSessionMarkdown',
      run: async (argument) =>
        sessionDocuments.open(await chooseSession(services, argument, l10n.t('Open Session as Markdown'))),
    },
    {
      id: 'historyStore.exportSession',
      run: async (argument, selected) => {
        const { exportChosenSessions } = await import('./exportSessions.ts'); // rarely needed
        await exportChosenSessions(services, { argument, selected });
      },
    },
    { id: 'historyStore.importSession', writes: true, run: (argument) => importInto(services, argument) },
    {
      id: 'historyStore.revealTranscript',
      run: async (argument) =>
        reveal(await chooseSession(services, argument, l10n.t('Show Transcript File'))),
    },
  ];
}

const sourceOf = ({ project, info }: SessionTarget): SourceTarget => ({
  project,
  kind: 'session',
  id: info.path,
});

/** Reports whether a command was called by a click in the tree, which keeps the focus. */
const isNode = (argument: unknown): boolean => isObject(argument) && argument.kind === 'session';

async function importInto(services: SessionServices, argument: unknown): Promise<void> {
  const title = l10n.t('Copy Session into Dialog');
  const { project, info } = await chooseSession(services, argument, title);
  const suggested = info.title.trim().slice(0, maxNameLength);
  // The first dialog is named after its session: there is no other dialog to add it to.
  const isFirst = suggested !== '' && (await project.dialogs.list()).length === 0;
  const dialog = isFirst ? suggested : await askDialog(title, suggested);
  const source = await openSource({ project, kind: 'session', id: info.path }, services.sessionLists);
  const { saved, duplicates } = await importSession(project.dialogs, dialog, {
    info,
    messages: source.messages(),
  });
  if (saved + duplicates === 0) {
    inform(l10n.t('“{0}” has no messages to copy.', info.title));
    return;
  }
  services.panes.open({ project, dialog });
  const text =
    saved === 0
      ? l10n.t('“{0}” already contains this session.', dialog)
      : l10n.t('Copied {0} into “{1}”.', messageCount(saved), dialog);
  const others = { label: l10n.t('Show Other Sessions'), run: showSessions };
  inform(text, isFirst ? [others] : [], services.onError);
}

/** Once there is a dialog, the *Dialogs* view no longer shows sessions. */
const showSessions = () => commands.executeCommand('historyStore.sessions.focus');

/** Throws `CancellationError`. */
async function askDialog(title: string, value: string): Promise<string> {
  const name = await window.showInputBox({
    title,
    value,
    prompt: l10n.t('Dialog name. An existing dialog is appended to; duplicates are skipped.'),
    validateInput: (text) => (text.trim() === '' ? l10n.t('Enter a name.') : undefined),
  });
  if (name === undefined) throw new CancellationError();
  return name.trim();
}

/** Shows the file in the file manager if there is one, else in an editor, since it is outside the workspace. */
async function reveal({ info }: SessionTarget): Promise<void> {
  const uri = Uri.file(databasePath(info.path)?.database ?? info.path);
  const hasFileManager = env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  await commands.executeCommand(hasFileManager ? 'revealFileInOS' : 'vscode.open', uri);
}
