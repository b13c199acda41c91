import { commands, l10n, ProgressLocation, Uri, window } from 'vscode';
import { isObject } from '../../store/base/core.ts';
import type { Command } from '../base/commands.ts';
import { inform, messageCount, number, warn, withProgress } from '../base/notices.ts';
import type { ShowOptions } from '../panes/showing.ts';
import { archiveSession, archiveSessions, type ArchiveSummary } from './archiveSessions.ts';
import {
  chooseArchive,
  chooseSession,
  type ArchiveTarget,
  type SessionServices,
  type SessionTarget,
} from './sessionTarget.ts';

/** Archiving of sessions, and reading of archives. */
export function archiveCommands(services: SessionServices): readonly Command[] {
  return [
    { id: 'historyStore.archiveSession', writes: true, run: (argument) => archiveOne(services, argument) },
    { id: 'historyStore.archiveAllSessions', writes: true, run: () => archiveAll(services) },
    {
      id: 'historyStore.openArchive',
      run: async (argument) =>
        openArchive(services, await chooseArchive(services, argument, l10n.t('Open Archive')), {
          preserveFocus: isObject(argument) && argument.kind === 'archive', // a click in the tree
        }),
    },
    {
      id: 'historyStore.openArchiveMarkdown',
      run: async (argument) => {
        const title = l10n.t('Open Archive as Markdown');
        const { archive } = await chooseArchive(services, argument, title);
        await commands.executeCommand('markdown.showPreview', Uri.file(archive.path));
      },
    },
    {
      id: 'historyStore.openArchiveSource',
      run: async (argument) => {
        const { archive } = await chooseArchive(services, argument, l10n.t('Open Archive as Text'));
        await window.showTextDocument(Uri.file(archive.path));
      },
    },
  ];
}

function openArchive(
  { sessionPanes }: SessionServices,
  { project, archive }: ArchiveTarget,
  options?: ShowOptions,
): void {
  sessionPanes.open({ project, kind: 'archive', id: archive.name }, options);
}

async function archiveOne(services: SessionServices, argument: unknown): Promise<void> {
  const target = await chooseSession(services, argument, l10n.t('Archive Session'), 'transcript');
  const outcome = await archiveSession(target);
  const { title } = target.info;
  if (outcome.state === 'unchanged') {
    inform(l10n.t('“{0}” is already archived.', title));
    return;
  }
  const { archive } = outcome;
  const open = (): void => openArchive(services, { project: target.project, archive });
  const text = l10n.t('Archived “{0}”: {1}.', title, messageCount(archive.messages));
  inform(text, [{ label: l10n.t('Open Archive'), run: open }], services.onError);
}

async function archiveAll(services: SessionServices): Promise<void> {
  const location = ProgressLocation.Notification;
  const title = l10n.t('Archiving sessions');
  const summary = await withProgress({ location, title, cancellable: true }, async (report, token) => {
    const { todo, done } = await toArchive(services);
    const each = ({ info }: SessionTarget): void =>
      report({ message: info.title, increment: 100 / todo.length });
    const result = await archiveSessions(todo, token, each);
    return { ...result, unchanged: result.unchanged + done };
  });
  reportSummary(summary);
}

/** The sessions that hold more than their archives, and how many do not. */
async function toArchive({ projects, sessionLists }: SessionServices) {
  const todo: SessionTarget[] = [];
  let done = 0;
  for (const project of projects.all) {
    const list = sessionLists.of(project);
    list.forgetSessions();
    list.forgetArchives();
    const infos = (await list.sessions()).filter(
      ({ source, archived }) => source !== 'history' && !archived, // kept already
    );
    const states = await list.archived(infos);
    for (const info of infos)
      if (states.get(info.sessionId) === 'wholly') done++;
      else todo.push({ project, info });
  }
  return { todo, done };
}

function reportSummary({ archived, unchanged, failed, left }: ArchiveSummary): void {
  const parts = [
    archived === 1 ? l10n.t('1 session archived') : l10n.t('{0} sessions archived', number(archived)),
    unchanged > 0 && l10n.t('{0} had nothing new', number(unchanged)),
    left > 0 && l10n.t('{0} not archived (stopped)', number(left)),
    failed > 0 && l10n.t('{0} failed; see Archives in the Sessions view', number(failed)),
  ];
  const text = parts.filter((part) => typeof part === 'string').join(' · ');
  (failed > 0 ? warn : inform)(text);
}
