import {
  CancellationError,
  l10n,
  ProgressLocation,
  Uri,
  window,
  workspace,
  type CancellationToken,
} from 'vscode';
import type { Command } from '../base/commands.ts';
import { inform, withProgress } from '../base/notices.ts';
import type { DialogServices } from './dialogCommands.ts';
import { exportJson, exportMarkdown, type ExportSource } from '../../store/dialogs/export.ts';
import { itemText } from '../../protocol/summarySections.ts';
import { summarySections } from './summarySections.ts';
import { chooseDialog, type DialogTarget, pick } from '../base/pick.ts';

type ExportedAs = 'md' | 'json';

/** Export of one dialog to a file. */
export function exportCommands(services: DialogServices): readonly Command[] {
  return [{ id: 'historyStore.exportDialog', run: (argument) => exportDialog(services, argument) }];
}

async function exportDialog(services: DialogServices, argument: unknown): Promise<void> {
  const target = await chooseDialog(services, argument, l10n.t('Export Dialog'));
  const format = await askFormat(target.dialog);
  const file = await window.showSaveDialog({
    title: l10n.t('Export “{0}”', target.dialog),
    defaultUri: Uri.joinPath(Uri.file(target.project.root), `${fileName(target.dialog)}.${format}`),
    filters: format === 'md' ? { Markdown: ['md'] } : { JSON: ['json'] },
  });
  if (file === undefined) return;
  await withProgress(
    {
      location: ProgressLocation.Notification,
      title: l10n.t('Exporting “{0}”', target.dialog),
      cancellable: true,
    },
    (_report, token) => exportTo(file, target, format, token),
  );
  offerToOpen(services, file, target.dialog);
}

/** Writes a dialog to a file in the given format. */
export async function exportTo(
  file: Uri,
  { project, dialog }: DialogTarget,
  format: ExportedAs,
  token?: CancellationToken,
): Promise<void> {
  const summary = await project.dialogs.summary(dialog);
  const source: ExportSource = { dialog, summary, messages: project.dialogs.all(dialog) };
  const chunks: Buffer[] = [];
  for await (const text of format === 'json' ? exportJson(source) : markdown(source)) {
    if (token?.isCancellationRequested) throw new CancellationError();
    chunks.push(Buffer.from(text));
  }
  await workspace.fs.writeFile(file, Buffer.concat(chunks));
}

function markdown(source: ExportSource): AsyncIterable<string> {
  const sections = summarySections(source.summary).map(({ label, entries }) => ({
    label,
    lines: entries.map(itemText),
  }));
  return exportMarkdown(source, sections, {
    summary: l10n.t('Summary'),
    messages: l10n.t('Messages'),
    user: l10n.t('User'),
    assistant: l10n.t('Assistant'),
  });
}

async function askFormat(dialog: string): Promise<ExportedAs> {
  const items: { readonly label: string; readonly description: string; readonly format: ExportedAs }[] = [
    { label: '$(markdown) Markdown', description: l10n.t('to read and share'), format: 'md' },
    { label: '$(json) JSON', description: l10n.t('for other programs'), format: 'json' },
  ];
  return (await pick(items, l10n.t('Export “{0}”', dialog), l10n.t('Choose a format'))).format;
}

/** A name that every file system takes. */
function fileName(dialog: string): string {
  const name = dialog.replaceAll(/[\\/:"*?<>|\p{Cc}]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '');
  return name.slice(0, 80) || 'dialog';
}

function offerToOpen({ onError }: DialogServices, file: Uri, dialog: string): void {
  const buttons = [{ label: l10n.t('Open'), run: () => window.showTextDocument(file) }];
  inform(l10n.t('Exported “{0}”.', dialog), buttons, onError);
}
