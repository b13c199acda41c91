import { existsSync } from 'node:fs';
import { CancellationError, commands, env, l10n, Uri, window } from 'vscode';
import { activeContextFile } from '../../history/dialogs/names.ts';
import { archivedContextFile } from '../../history/contexts/archives.ts';
import { isObject } from '../../disk/base/core.ts';
import type { Command } from '../base/commands.ts';
import { inform, type NoticeButton, turnCount } from '../base/notices.ts';
import { activeId, type ContextTarget } from './contextTarget.ts';
import { chooseArchived, chooseContext, enabledDialog, type ContextServices } from './pickContext.ts';
import { hasChat, openEmptyChat } from '../base/chat.ts';

/** Commands that start and open contexts, and copy their ids and show their files. */
export function contextCommands(services: ContextServices): readonly Command[] {
  const { contextPanes } = services;
  return [
    { id: 'historyStore.newContext', writes: true, run: (argument) => newContext(services, argument) },
    {
      id: 'historyStore.openContext',
      run: async (argument, options) => {
        const target = await chooseContext(services, argument, l10n.t('Open Context Snapshot'));
        contextPanes.open(target, { preserveFocus: isObject(options) && options.preserveFocus === true });
      },
    },
    {
      id: 'historyStore.openContextInNewPane',
      run: async (argument) =>
        contextPanes.openInNewPane(await chooseContext(services, argument, l10n.t('Open Context Snapshot'))),
    },
    {
      id: 'historyStore.copyContextId',
      run: async (argument) => {
        const { contextId } = await chooseArchived(services, argument, l10n.t('Copy Context ID'));
        await env.clipboard.writeText(contextId);
        window.setStatusBarMessage(l10n.t('$(check) {0} copied', contextId), 3_000);
      },
    },
    {
      id: 'historyStore.revealContext',
      run: async (argument) => reveal(await chooseContext(services, argument, l10n.t('Reveal Context File'))),
    },
  ];
}

async function newContext(services: ContextServices, argument: unknown): Promise<void> {
  const { project, dialog } = await enabledDialog(services, argument, l10n.t('New Context Snapshot'));
  const title = await window.showInputBox({
    title: l10n.t('New Context Snapshot'),
    prompt: l10n.t('Keeps the current context as a snapshot and starts a new one. Title (optional)'),
    placeHolder: l10n.t('Title of the new context (optional)'),
  });
  if (title === undefined) throw new CancellationError();
  const trimmed = title.trim();
  const made = await project.contexts.startNew(dialog, trimmed === '' ? {} : { title: trimmed });
  if (made.archivedContextId === undefined) {
    inform(l10n.t('“{0}” has nothing to keep yet.', dialog));
    return;
  }
  const text = l10n.t(
    'Kept {0} of “{1}” as a snapshot; a new context has begun.',
    turnCount(made.archivedTurns),
    dialog,
  );
  const target = { project, dialog, contextId: made.archivedContextId };
  inform(text, await nextSteps(services, target), services.onError);
}

/** Offers a new chat: previous messages are archived, so an agent continues without them. */
async function nextSteps(
  { contextPanes }: ContextServices,
  archived: ContextTarget,
): Promise<NoticeButton[]> {
  const open = { label: l10n.t('Open Snapshot'), run: () => contextPanes.open(archived) };
  return (await hasChat()) ? [{ label: l10n.t('New Chat'), run: openEmptyChat }, open] : [open];
}

/** Writes a one-line summary here; one of several lines in the pane, since an input box has only one. */
export async function writeSummary(
  { contextPanes }: Pick<ContextServices, 'contextPanes'>,
  target: ContextTarget,
): Promise<void> {
  const { project, contextId } = target;
  const { context } = await project.contexts.get(contextId);
  if (context.summary?.includes('\n')) {
    contextPanes.open(target);
    return;
  }
  const summary = await window.showInputBox({
    title: l10n.t('Summarize Context Snapshot'),
    prompt: l10n.t('What was decided, what is done, and what is open. Keep it short.'),
    value: context.summary ?? '',
  });
  if (summary === undefined) throw new CancellationError();
  await project.contexts.summarize(contextId, summary.trim());
}

async function reveal({ project, dialog, contextId }: ContextTarget): Promise<void> {
  const folder = (await project.dialogs.overview(dialog))?.folder ?? project.folder;
  const file = contextId === activeId ? activeContextFile(folder) : archivedContextFile(folder, contextId);
  const kept = existsSync(file);
  // Searches for one that moved; shows the file of an unreadable one anyway.
  if (!kept && contextId !== activeId) {
    const home = (await project.contexts.get(contextId)).dialog;
    if (home !== dialog) return reveal({ project, dialog: home, contextId });
  }
  // The active context is saved only from the first snapshot on.
  await commands.executeCommand('revealInExplorer', Uri.file(kept ? file : folder));
}
