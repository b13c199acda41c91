import {
  CancellationError,
  commands,
  env,
  l10n,
  Uri,
  window,
  workspace,
  type CancellationToken,
} from 'vscode';
import { contentStrings } from '../../protocol/contentStrings.ts';
import { Format } from '../../protocol/format.ts';
import { itemText } from '../../protocol/summarySections.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import { exportJson, exportMarkdown, type ExportSource } from '../../history/dialogs/export.ts';
import type { Message } from '../../history/dialogs/types.ts';
import { summarySections } from '../dialogs/summarySections.ts';
import type { DialogTarget } from '../base/pick.ts';
import type { Step } from '../base/notices.ts';
import { paneTexts } from '../panes/paneTexts.ts';
import type { ExportedAs, ExportSpan } from './exportFormats.ts';
import { fileNames } from './fileNames.ts';

interface ExportOptions {
  readonly format: ExportedAs;
  /** The folder of this extension. */
  readonly extension: Uri;
  readonly token?: CancellationToken;
  /** All messages by default. */
  readonly span?: ExportSpan;
}

const texts = paneTexts(contentStrings);

/** Writes a dialog to a file. Throws `CancellationError` without writing if canceled. */
export async function exportTo(file: Uri, target: DialogTarget, options: ExportOptions): Promise<void> {
  const chunks: Buffer[] = [];
  const slices = new TimeSlices();
  for await (const text of await textsOf(target, options)) {
    await slices.pause();
    if (options.token?.isCancellationRequested) throw new CancellationError();
    chunks.push(Buffer.from(text));
  }
  await workspace.fs.writeFile(file, Buffer.concat(chunks));
}

/**
 * Writes a file per dialog into a folder, with an index for pages, and returns their number. Deletes the folder if
 * canceled.
 */
export async function exportAll(
  folder: Uri,
  targets: readonly DialogTarget[],
  { report, ...options }: ExportOptions & { readonly report: (step: Step) => void },
): Promise<number> {
  const names = fileNames(targets.map(({ dialog }) => dialog));
  const files = targets.map((target, at) => ({ target, file: `${names[at] ?? ''}.${options.format}` }));
  try {
    for (const { target, file } of files) {
      report({ message: target.dialog, increment: 100 / files.length });
      await exportTo(Uri.joinPath(folder, file), target, options);
    }
    if (options.format === 'html') {
      const listed = files.map(({ target, file }) => ({ name: target.dialog, file }));
      const { indexHtml } = await import('./htmlExport.ts');
      const page = indexHtml(l10n.t('Dialogs'), listed, { ...(await pageParts(options.extension)) });
      await workspace.fs.writeFile(Uri.joinPath(folder, 'index.html'), Buffer.from(page));
    }
  } catch (error) {
    if (error instanceof CancellationError) await workspace.fs.delete(folder, { recursive: true });
    throw error;
  }
  return files.length;
}

/** Returns dialogs with messages in a time span. */
export async function withMessages(
  targets: readonly DialogTarget[],
  span: ExportSpan,
): Promise<readonly DialogTarget[]> {
  const found: DialogTarget[] = [];
  for (const target of targets)
    for await (const run of within(target.project.dialogs.all(target.dialog), span))
      if (run.length > 0) {
        found.push(target);
        break;
      }
  return found;
}

/** Creates a folder for an export. */
export async function newFolder(parent: Uri, now: number): Promise<Uri> {
  const name = `history ${new Date(now).toISOString().slice(0, 10)}`;
  for (let n = 1; ; n++) {
    const folder = Uri.joinPath(parent, n === 1 ? name : `${name} (${n})`);
    const isTaken = await workspace.fs.stat(folder).then(
      () => true,
      () => false,
    );
    if (isTaken) continue;
    await workspace.fs.createDirectory(folder);
    return folder;
  }
}

/** Opens an export: pages in the browser, other files in an editor, folders in the file manager. */
export async function openExported(uri: Uri, format: ExportedAs | 'folder'): Promise<void> {
  if (format === 'folder') await commands.executeCommand('revealFileInOS', uri);
  else if (format === 'html') await env.openExternal(uri);
  else await window.showTextDocument(uri);
}

async function textsOf(
  { project, dialog }: DialogTarget,
  { format, extension, span = {} }: ExportOptions,
): Promise<AsyncIterable<string>> {
  const summary = await project.dialogs.summary(dialog);
  const source: ExportSource = { dialog, summary, messages: within(project.dialogs.all(dialog), span) };
  if (format === 'json') return exportJson(source);
  const sections = sectionsOf(summary);
  if (format === 'md') return exportMarkdown(source, sections, words());
  const { exportHtml } = await import('./htmlExport.ts'); // rarely needed, and large
  const parts = await pageParts(extension);
  const { strings } = texts();
  return exportHtml(source, {
    ...parts,
    strings,
    sections,
    summary: l10n.t('Summary'),
    format: new Format(parts.language),
  });
}

/** Formats a dialog as a document for people. */
export async function dialogMarkdown({ project, dialog }: DialogTarget): Promise<string> {
  const summary = await project.dialogs.summary(dialog);
  const source = { dialog, summary, messages: project.dialogs.all(dialog) };
  const texts: string[] = [];
  for await (const text of exportMarkdown(source, sectionsOf(summary), words())) texts.push(text);
  return texts.join('');
}

const sectionsOf = (summary: ExportSource['summary']) =>
  summarySections(summary).map(({ label, entries }) => ({ label, lines: entries.map(itemText) }));

async function* within(
  runs: AsyncIterable<readonly Message[]>,
  { from = -Infinity, to = Infinity }: ExportSpan,
): AsyncGenerator<readonly Message[]> {
  for await (const run of runs) yield run.filter(({ ts }) => ts >= from && ts < to);
}

const words = () => ({
  summary: l10n.t('Summary'),
  messages: l10n.t('Messages'),
  user: l10n.t('User'),
  assistant: l10n.t('Assistant'),
});

async function pageParts(extension: Uri): Promise<{ readonly language: string; readonly styles: string }> {
  const sheet = Uri.joinPath(extension, 'dist', 'webview', 'exported.css');
  const styles = Buffer.from(await workspace.fs.readFile(sheet)).toString('utf8');
  return { language: env.language, styles };
}
