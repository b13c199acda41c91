import { env, l10n, ProgressLocation, Uri } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { inform, type Several, withProgress } from '../base/notices.ts';
import { type Called, chooseDialogs, chooseProject, type DialogTarget, pick } from '../base/pick.ts';
import { projectOf } from '../base/projects.ts';
import { allRows } from '../base/rows.ts';
import type { DialogServices } from '../dialogs/dialogCommands.ts';
import { exportAll, exportTo, newFolder, openExported, withMessages } from './exportDialogs.ts';
import { type ExportedAs, exportFormats, type ExportSpan } from './exportFormats.ts';
import type { ExportPlace } from './exportPlace.ts';
import { fileName } from './fileNames.ts';

export interface ExportServices extends DialogServices {
  /** The folder of this extension. */
  readonly extension: Uri;
  readonly exportPlace: ExportPlace;
}

/** Exports the dialogs a command was called for, else asks for one. */
export async function exportChosen(services: ExportServices, called: Called): Promise<void> {
  await exportThese(services, await chooseDialogs(services, called, l10n.t('Export Dialog')));
}

/** Exports the dialogs in the selected folders of the tree. */
export async function exportFolders(services: ExportServices, { argument, selected }: Called): Promise<void> {
  const rows = allRows(argument, selected);
  await exportThese(
    services,
    rows.flatMap((row) => inFolder(row, services)),
  );
}

function inFolder(row: unknown, { projects }: ExportServices): readonly DialogTarget[] {
  const project = projectOf(row, projects);
  const names: readonly unknown[] = isObject(row) && Array.isArray(row.names) ? row.names : [];
  return names.flatMap((dialog) => (project && typeof dialog === 'string' ? [{ project, dialog }] : []));
}

async function exportThese(
  services: ExportServices,
  [first, ...more]: readonly DialogTarget[],
): Promise<void> {
  if (first === undefined) return;
  await (more.length === 0 ? exportOne(services, first) : exportSeveral(services, [first, ...more], {}));
}

/**
 * Exports all dialogs of a project with messages in a chosen time span, whatever is focused or selected: menus of a
 * view's title pass the focused row.
 */
export async function exportEvery(services: ExportServices): Promise<void> {
  const project = await chooseProject(services.projects, undefined, allTitle());
  const span = await askSpan(services.clock.now());
  const named = (await project.dialogs.list()).map(({ name }): DialogTarget => ({ project, dialog: name }));
  const [first, ...more] = await withMessages(named, span);
  if (first === undefined) inform(l10n.t('No dialogs in that time.'));
  else await exportSeveral(services, [first, ...more], span);
}

const allTitle = (): string => l10n.t('Export All Dialogs');

async function exportOne(
  { extension, exportPlace, onError }: ExportServices,
  target: DialogTarget,
): Promise<void> {
  const { dialog } = target;
  const title = l10n.t('Export “{0}”', dialog);
  const format = await askFormat(title);
  const file = await exportPlace.file(`${fileName(dialog)}.${format}`, {
    title,
    filters: { [exportFormats()[format].label]: [format] },
  });
  if (file === undefined) return;
  await withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Exporting “{0}”', dialog), cancellable: true },
    (_report, token) => exportTo(file, target, { format, extension, token }),
  );
  const open = { label: l10n.t('Open'), run: () => openExported(file, format) };
  inform(l10n.t('Exported “{0}”.', dialog), [open], onError);
}

/** Writes a file per dialog into a new folder and reports their number. */
async function exportSeveral(
  { extension, exportPlace, onError, clock }: ExportServices,
  targets: Several<DialogTarget>,
  span: ExportSpan,
): Promise<void> {
  const title = targets.length === 1 ? allTitle() : l10n.t('Export {0} Dialogs', targets.length);
  const format = await askFormat(title);
  const parent = await exportPlace.folder({ title, openLabel: l10n.t('Export Here') });
  if (parent === undefined) return;
  const folder = await newFolder(parent, clock.now());
  const count = await withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Exporting dialogs'), cancellable: true },
    (report, token) => exportAll(folder, targets, { format, extension, token, span, report }),
  );
  const first = format === 'html' ? Uri.joinPath(folder, 'index.html') : folder;
  const open = {
    label: l10n.t('Open'),
    run: () => openExported(first, format === 'html' ? format : 'folder'),
  };
  inform(l10n.t('Exported {0} dialogs.', count), [open], onError);
}

async function askFormat(title: string): Promise<ExportedAs> {
  const items = Object.values(exportFormats()).map(({ format, icon, label, description }) => ({
    label: `$(${icon}) ${label}`,
    description,
    format,
  }));
  return (await pick(items, title, l10n.t('Choose a format'), { staysOpen: true })).format;
}

const day = 24 * 60 * 60 * 1_000;

/** Asks for the time span. */
async function askSpan(now: number): Promise<ExportSpan> {
  const items = [
    { label: l10n.t('All messages'), description: '', span: {} },
    ...[1, 7, 30, 90].map((days) => {
      const label = days === 1 ? l10n.t('Last 24 hours') : l10n.t('Last {0} days', days);
      return { label, description: '', span: { from: now - days * day } };
    }),
    ...monthsBefore(now),
  ];
  return (await pick(items, allTitle(), l10n.t('Choose the time'), { staysOpen: true })).span;
}

/** Returns this month and the previous eleven. */
const monthsBefore = (now: number) =>
  Array.from({ length: 12 }, (_, back) => {
    const today = new Date(now);
    const from = new Date(today.getFullYear(), today.getMonth() - back, 1);
    const to = new Date(today.getFullYear(), today.getMonth() - back + 1, 1);
    return { label: monthName(from), description: '', span: { from: from.getTime(), to: to.getTime() } };
  });

const monthName = (date: Date): string =>
  new Intl.DateTimeFormat(env.language, { year: 'numeric', month: 'long' }).format(date);
