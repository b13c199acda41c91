import { l10n, ProgressLocation, Uri, window } from 'vscode';
import { isObject } from '../../store/base/core.ts';
import type { Command } from '../base/commands.ts';
import { inform, byteSize, messageCount, number, warn, withProgress } from '../base/notices.ts';
import { type Called, nothing } from '../base/pick.ts';
import { projectOf } from '../base/projects.ts';
import type { ShowOptions } from '../panes/showing.ts';
import { archiveSession } from './archiveSessions.ts';
import type { KeptSessions } from './sessionKeeping.ts';
import {
  chooseArchive,
  chooseSessions,
  type ArchiveTarget,
  type SessionServices,
  type SessionTarget,
} from './sessionTarget.ts';

/** Archiving of sessions, and reading of archives. */
export function archiveCommands(services: SessionServices): readonly Command[] {
  return [
    {
      id: 'historyStore.archiveSession',
      writes: true,
      run: (argument, selected) => archiveChosen(services, { argument, selected }),
    },
    { id: 'historyStore.keepAllSessions', writes: true, run: (argument) => keepAll(services, argument) },
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
        await services.sessionDocuments.openArchive(await chooseArchive(services, argument, title));
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

async function archiveChosen(services: SessionServices, called: Called): Promise<void> {
  const targets = await chooseSessions(services, called, l10n.t('Archive Session'), 'transcript');
  const [only, ...more] = targets;
  if (only && more.length === 0) await archiveOne(services, only);
  else await archiveSeveral(targets);
}

/** One after the other; what was done when the person stops it is done. */
async function archiveSeveral(targets: readonly SessionTarget[]): Promise<void> {
  const options = {
    location: ProgressLocation.Notification,
    title: l10n.t('Archiving sessions'),
    cancellable: true,
  };
  const archived = await withProgress(options, async (report, token) => {
    let count = 0;
    for (const target of targets) {
      if (token.isCancellationRequested) break;
      report({ message: target.info.title, increment: 100 / targets.length });
      if ((await archiveSession(target)).state !== 'unchanged') count++;
    }
    return count;
  });
  const rest = targets.length - archived;
  const text = l10n.t('Archived {0} sessions.', number(archived));
  inform(rest === 0 ? text : `${text} ${l10n.t('{0} had nothing new.', number(rest))}`);
}

async function archiveOne(services: SessionServices, target: SessionTarget): Promise<void> {
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

/** Those of the project that a row names, else of all, one after the other; what was done when the person stops it is done. */
async function keepAll(
  { projects, sessionKeeping, sessionLists }: SessionServices,
  argument: unknown,
): Promise<void> {
  if (projects.all.length === 0) throw nothing(l10n.t('Open a folder first. Its history is kept there.'));
  const named = projectOf(argument, projects);
  const location = ProgressLocation.Notification;
  const title = l10n.t('Keeping sessions');
  const kept = await withProgress({ location, title, cancellable: true }, async (report, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    return sessionKeeping.keepAll(named ? [named] : projects.all, stop.signal, (each) =>
      report({ message: each.title, increment: 100 / each.total }),
    );
  });
  sessionLists.refresh();
  reportKept(kept);
}

function reportKept({ kept, bytes, failed, left, withoutCopy }: KeptSessions): void {
  const parts = [
    keptText(kept, bytes),
    withoutCopy > 0 && l10n.t('{0} as Markdown only (limit reached)', number(withoutCopy)),
    left > 0 && l10n.t('{0} not kept (stopped)', number(left)),
    failed > 0 && l10n.t('{0} failed; see Archives in the Sessions view', number(failed)),
  ];
  const text = parts.filter((part) => typeof part === 'string').join(' · ');
  (failed > 0 ? warn : inform)(text);
}

function keptText(kept: number, bytes: number): string {
  if (kept === 0) return l10n.t('No session had anything new to keep');
  if (kept === 1) return l10n.t('1 session kept ({0} on disk)', byteSize(bytes));
  return l10n.t('{0} sessions kept ({1} on disk)', number(kept), byteSize(bytes));
}
