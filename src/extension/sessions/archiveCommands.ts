import * as settings from '../base/settings.ts';
import { l10n, ProgressLocation } from 'vscode';
import type { Command } from '../base/commands.ts';
import { inform, byteSize, messageCount, number, warn, withProgress } from '../base/notices.ts';
import { type Called, nothing } from '../base/pick.ts';
import { projectOf } from '../base/projects.ts';
import type { KeptSessions } from './sessionKeeping.ts';
import {
  chooseArchive,
  chooseSessions,
  type ArchiveTarget,
  type SessionServices,
  type SessionTarget,
} from './sessionTarget.ts';
import { transcripts } from '../../agents/readTranscript.ts';
import type { ArchiveOutcome } from '../../history/archive/types.ts';

/** Commands that archive sessions and open archives. */
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
        openArchive(services, await chooseArchive(services, argument, l10n.t('Open Kept Copy'))),
    },
    {
      id: 'historyStore.openArchiveMarkdown',
      run: async (argument) => {
        const title = l10n.t('Open Kept Copy as Markdown');
        await services.sessionDocuments.openArchive(await chooseArchive(services, argument, title));
      },
    },
    {
      id: 'historyStore.openArchiveSource',
      run: async (argument) => {
        const title = l10n.t('Open Kept Copy as Text');
        await services.sessionDocuments.openText(await chooseArchive(services, argument, title));
      },
    },
  ];
}

function openArchive({ sessionPanes }: SessionServices, { project, archive }: ArchiveTarget): void {
  sessionPanes.open({ project, kind: 'archive', id: archive.name });
}

async function archiveChosen(services: SessionServices, called: Called): Promise<void> {
  const targets = await chooseSessions(services, called, l10n.t('Keep Session'), 'transcript');
  const [only, ...more] = targets;
  if (only && more.length === 0) await archiveOne(services, only);
  else await archiveSeveral(targets);
}

/** Archives one session after another; canceling keeps what is done. */
async function archiveSeveral(targets: readonly SessionTarget[]): Promise<void> {
  const options = {
    location: ProgressLocation.Notification,
    title: l10n.t('Keeping sessions'),
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
  const text = l10n.t('Kept {0} sessions.', number(archived));
  inform(rest === 0 ? text : `${text} ${l10n.t('{0} had nothing new.', number(rest))}`);
}

async function archiveOne(services: SessionServices, target: SessionTarget): Promise<void> {
  const outcome = await archiveSession(target);
  const { title } = target.info;
  if (outcome.state === 'unchanged') {
    inform(l10n.t('“{0}” is already kept.', title));
    return;
  }
  const { archive } = outcome;
  const open = (): void => openArchive(services, { project: target.project, archive });
  const text = l10n.t('Kept “{0}”: {1}.', title, messageCount(archive.messages));
  inform(text, [{ label: l10n.t('Open Kept Copy'), run: open }], services.onError);
}

/** Keeps the sessions of a row's project, or of all, one after another; canceling keeps what is done. */
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
    failed > 0 && l10n.t('{0} failed; see the end of the Sessions view', number(failed)),
  ];
  const text = parts.filter((part) => typeof part === 'string').join(' · ');
  (failed > 0 ? warn : inform)(text);
}

function keptText(kept: number, bytes: number): string {
  if (kept === 0) return l10n.t('No session had anything new to keep');
  if (kept === 1) return l10n.t('1 session kept ({0} on disk)', byteSize(bytes));
  return l10n.t('{0} sessions kept ({1} on disk)', number(kept), byteSize(bytes));
}

/** The event recorded in archives. */
const event = 'command';

/** Archives what is new in a session. */
export function archiveSession({ project, info }: SessionTarget): Promise<ArchiveOutcome> {
  const agent = info.source === 'history' ? undefined : info.source;
  const options = { event, session: info.sessionId, ...settings.archive() };
  return project.archives.archive(transcripts.archivable(info.path, agent), options);
}
