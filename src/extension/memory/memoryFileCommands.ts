import { decodedText } from '../../disk/text/wideText.ts';
import { isObject } from '../../disk/base/core.ts';
import type { ExportFormat, MemoryFilter, MemoryImport } from '../../history/memory/types.ts';
import type { ArchivedMemoriesNode, MemoryGroupNode } from './memoryNodes.ts';
import { l10n, Uri, window, workspace } from 'vscode';
import type { Command } from '../base/commands.ts';
import { inform, number, warn } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { MemoryServices } from './pickMemory.ts';
import { chooseProject, pick } from '../base/pick.ts';
import { allRows } from '../base/rows.ts';

/** Commands that export memories to a file, and import files of this and other memory servers. */
export function memoryFileCommands(services: MemoryServices): readonly Command[] {
  return [
    {
      id: 'historyStore.exportMemories',
      run: (argument, selected) => exportMemories(services, argument, selected),
    },
    {
      id: 'historyStore.importMemories',
      writes: true,
      run: (argument) => importMemories(services, argument),
    },
  ];
}

const endings: Readonly<Record<ExportFormat, string>> = { json: 'json', markdown: 'md', text: 'txt' };

/** Exports only the memories of the given tree group, or the selected ones. */
async function exportMemories(services: MemoryServices, argument: unknown, selected: unknown): Promise<void> {
  const title = l10n.t('Export Memories');
  const project = await chooseProject(services.projects, argument, title);
  const { format, label } = await askFormat(title);
  const ending = endings[format];
  const file = await services.exportPlace.file(`memories.${ending}`, {
    title,
    filters: { [label.replace(/^\$\([a-z-]+\) /, '')]: [ending] },
  });
  if (file === undefined) return;
  await exportTo(file, project, format, filterOf(project, argument, selected));
  const buttons = [{ label: l10n.t('Open'), run: () => window.showTextDocument(file) }];
  inform(l10n.t('Exported the memories.'), buttons, services.onError);
}

/** Writes the memories that match a filter to a file. */
export async function exportTo(
  file: Uri,
  project: Project,
  format: ExportFormat,
  filter: MemoryFilter = {},
): Promise<void> {
  const text = await project.memories.export(format, filter);
  await workspace.fs.writeFile(file, Buffer.from(text));
  await project.memories.maintenance.noteExport();
}

function askFormat(title: string) {
  const items: { label: string; description: string; format: ExportFormat }[] = [
    { label: '$(json) JSON', description: l10n.t('for this and other memory servers'), format: 'json' },
    { label: '$(markdown) Markdown', description: l10n.t('to read and share'), format: 'markdown' },
    { label: l10n.t('$(file-text) Text'), description: l10n.t('without formatting'), format: 'text' },
  ];
  return pick(items, title, l10n.t('Choose a format'));
}

async function importMemories(services: MemoryServices, argument: unknown): Promise<void> {
  const title = l10n.t('Import Memories');
  const project = await chooseProject(services.projects, argument, title);
  const [file] =
    (await window.showOpenDialog({
      title,
      defaultUri: project.uri,
      openLabel: l10n.t('Import'),
      filters: { [l10n.t('Memories')]: ['json', 'jsonl', 'md', 'txt'], [l10n.t('All Files')]: ['*'] },
    })) ?? [];
  if (file) reportImport(services, await importFrom(file, project));
}

/** Imports the memories of a file, written by any server. */
export async function importFrom(file: Uri, project: Project): Promise<MemoryImport> {
  return project.memories.import(decodedText(await workspace.fs.readFile(file)));
}

function reportImport(
  { memoryReports, onError }: MemoryServices,
  { added, merged, skipped }: MemoryImport,
): void {
  const parts = [
    l10n.t('{0} memories imported', number(added)),
    merged > 0 && l10n.t('{0} already existed (tags merged)', number(merged)),
    skipped.length > 0 && l10n.t('{0} could not be read', number(skipped.length)),
  ];
  const text = parts.filter((part) => typeof part === 'string').join(' · ');
  if (skipped.length === 0) {
    inform(text);
    return;
  }
  const report = [`# ${l10n.t('Entries that could not be read')}`, '', ...skipped.map((why) => `- ${why}`)];
  const show = (): Promise<void> => memoryReports.open(l10n.t('Import Memories'), report.join('\n'));
  warn(text, [{ label: l10n.t('Show'), run: show }], onError);
}

/** Returns the filter for a tree group or selected memories; for anything else, all of the project. */
function filterOf(project: Project, argument: unknown, selected: unknown): MemoryFilter {
  if (isGroup(argument)) return argument.filter ?? {};
  const rows = allRows(argument, selected).filter((row) => isObject(row) && row.project === project);
  const hashes = rows.flatMap((row) => (isObject(row) && typeof row.hash === 'string' ? [row.hash] : []));
  return hashes.length > 0 ? { hashes } : {};
}

const isGroup = (argument: unknown): argument is MemoryGroupNode | ArchivedMemoriesNode =>
  isObject(argument) && (argument.kind === 'group' || argument.kind === 'archivedMemories');
