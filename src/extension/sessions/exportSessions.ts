import { CancellationError, l10n, ProgressLocation, Uri, window, workspace } from 'vscode';
import { fileName, fileNames } from '../export/exportFormats.ts';
import { newFolder, openExported } from '../export/exportDialogs.ts';
import { inform, number, type Several, withProgress } from '../base/notices.ts';
import type { Called } from '../base/pick.ts';
import { sessionMarkdown } from './sessionDocuments.ts';
import type { WindowSessions } from './sessionLists.ts';
import { openSource } from './sessionSource.ts';
import { chooseSessions, type SessionServices, type SessionTarget } from './sessionTarget.ts';

/** Writes the sessions a command was called for to Markdown files, whoever recorded them. */
export async function exportChosenSessions(services: SessionServices, called: Called): Promise<void> {
  const [first, ...more] = await chooseSessions(services, called, l10n.t('Export Session'));
  if (first === undefined) return;
  await (more.length === 0 ? exportOne(services, first) : exportSeveral(services, [first, ...more]));
}

async function exportOne({ sessionLists, onError }: SessionServices, target: SessionTarget): Promise<void> {
  const { project, info } = target;
  const file = await window.showSaveDialog({
    title: l10n.t('Export “{0}”', info.title),
    defaultUri: Uri.joinPath(Uri.file(project.root), `${fileName(info.title)}.md`),
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

/** A file for each in a new folder; when it is cancelled, the folder goes. */
async function exportSeveral(
  { sessionLists, clock, onError }: SessionServices,
  targets: Several<SessionTarget>,
): Promise<void> {
  const [parent] =
    (await window.showOpenDialog({
      ...{ title: l10n.t('Export {0} Sessions', number(targets.length)), openLabel: l10n.t('Export Here') },
      ...{ canSelectFiles: false, canSelectFolders: true },
      defaultUri: Uri.file(targets[0].project.root),
    })) ?? [];
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
