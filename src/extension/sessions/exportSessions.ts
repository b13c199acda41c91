import { CancellationError, l10n, ProgressLocation, Uri, workspace } from 'vscode';
import { fileName, fileNames } from '../export/fileNames.ts';
import { newFolder, openExported } from '../export/exportDialogs.ts';
import { inform, number, type Several, withProgress } from '../base/notices.ts';
import type { Called } from '../base/pick.ts';
import { sessionMarkdown } from './sessionDocuments.ts';
import type { WindowSessions } from './sessionLists.ts';
import { openSource } from './sessionSource.ts';
import { chooseSessions, type SessionServices, type SessionTarget } from './sessionTarget.ts';

/** Exports the chosen sessions, from any source, to Markdown files. */
export async function exportChosenSessions(services: SessionServices, called: Called): Promise<void> {
  const [first, ...more] = await chooseSessions(services, called, l10n.t('Export Session'));
  if (first === undefined) return;
  await (more.length === 0 ? exportOne(services, first) : exportSeveral(services, [first, ...more]));
}

async function exportOne(
  { sessionLists, exportPlace, onError }: SessionServices,
  target: SessionTarget,
): Promise<void> {
  const { info } = target;
  const file = await exportPlace.file(`${fileName(info.title)}.md`, {
    title: l10n.t('Export “{0}”', info.title),
    filters: { Markdown: ['md'] },
  });
  if (file === undefined) return;
  await write(file, target, sessionLists);
  inform(
    l10n.t('Exported “{0}”.', info.title),
    [{ label: l10n.t('Open'), run: () => openExported(file, 'md') }],
    onError,
  );
}

/** Writes a file per session into a new folder, which is deleted if canceled. */
async function exportSeveral(
  { sessionLists, exportPlace, clock, onError }: SessionServices,
  targets: Several<SessionTarget>,
): Promise<void> {
  const title = l10n.t('Export {0} Sessions', number(targets.length));
  const parent = await exportPlace.folder({ title, openLabel: l10n.t('Export Here') });
  if (parent === undefined) return;
  const folder = await newFolder(parent, clock.now());
  const names = fileNames(targets.map(({ info }) => info.title));
  const options = {
    location: ProgressLocation.Notification,
    title: l10n.t('Exporting sessions'),
    cancellable: true,
  };
  try {
    await withProgress(options, async (report, token) => {
      for (const [at, target] of targets.entries()) {
        if (token.isCancellationRequested) throw new CancellationError();
        report({ message: target.info.title, increment: 100 / targets.length });
        await write(Uri.joinPath(folder, `${names[at] ?? ''}.md`), target, sessionLists);
      }
    });
  } catch (error) {
    if (error instanceof CancellationError) await workspace.fs.delete(folder, { recursive: true });
    throw error;
  }
  inform(
    l10n.t('Exported {0} sessions.', number(targets.length)),
    [{ label: l10n.t('Open'), run: () => openExported(folder, 'folder') }],
    onError,
  );
}

async function write(file: Uri, { project, info }: SessionTarget, lists: WindowSessions): Promise<void> {
  const session = await openSource({ project, kind: 'session', id: info.path }, lists);
  await workspace.fs.writeFile(file, Buffer.from(await sessionMarkdown(session, Infinity)));
}
