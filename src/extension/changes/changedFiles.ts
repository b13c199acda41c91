import { basename, dirname } from 'node:path';
import { l10n, QuickPickItemKind, ThemeIcon, Uri, window } from 'vscode';
import type { DayFile, FileChange } from '../../insight/changes/types.ts';
import { number, startOfDay } from '../base/notices.ts';
import { nothing } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { plain } from '../search/searchItems.ts';
import { sourceName } from '../sessions/agents.ts';
import { dayLabel } from '../tree/stretchLabel.ts';
import { diffTitle, showAllChanges, showChanges, type FileChanges } from './changeDocuments.ts';
import { openWriting, type ChangeServices } from './historyPick.ts';
import { messageRow, showRows, type PickRow, type Rows } from './rowsPick.ts';
import { requestOf, writingInShort } from './writing.ts';

/** A file changed on a day, with its project. */
interface Changed {
  readonly project: Project;
  readonly file: DayFile;
}

/** Lists the files agents changed, by day; choosing one shows its diff. */
export function showChangedFiles(services: ChangeServices): Promise<void> {
  const projects = services.projects.all;
  if (projects.length === 0) throw nothing(l10n.t('Open a folder first. Its history is kept there.'));
  return showRows({
    title: l10n.t('Files Changed by Agents'),
    placeholder: l10n.t('Select a file to see what was changed'),
    read: (waitMs) => readDays(services, projects, waitMs),
    onError: services.onError,
  });
}

async function readDays(
  services: ChangeServices,
  projects: readonly Project[],
  waitMs: number,
): Promise<Rows> {
  const days = new Map<string, Changed[]>();
  let waiting = 0;
  for (const project of projects) {
    const found = await project.changes.days(project.workspace, {}, { waitMs });
    waiting += found.waiting;
    for (const { day, files } of found.days)
      days.set(day, [...(days.get(day) ?? []), ...files.map((file) => ({ project, file }))]);
  }
  const sorted = [...days].sort(([a], [b]) => b.localeCompare(a));
  const rows = sorted.flatMap(([day, files]) => dayRows(services, day, files));
  return { waiting, rows: rows.length > 0 || waiting > 0 ? rows : [noneRow()] };
}

const noneRow = (): PickRow =>
  messageRow(
    l10n.t('No agent changed a file in this folder yet'),
    l10n.t('What sessions on this machine changed is listed here.'),
  );

function dayRows(services: ChangeServices, day: string, files: readonly Changed[]): PickRow[] {
  const label = dayLabel(new Date(`${day}T00:00`).getTime(), startOfDay(services.clock.now()));
  const all = l10n.t('All {0} files of this day', number(files.length));
  const title = l10n.t('Changed by Agents: {0}', label);
  const together: PickRow = {
    label: all,
    iconPath: new ThemeIcon('diff-multiple'),
    open: () => showAllChanges(files.map(changesOf), title),
  };
  const heading = { label, kind: QuickPickItemKind.Separator };
  return [heading, ...(files.length > 1 ? [together] : []), ...files.map((each) => fileRow(services, each))];
}

function fileRow(services: ChangeServices, changed: Changed): PickRow {
  const { project, file } = changed;
  const { projects, openPlace, clock } = services;
  const [newest] = file.changes;
  const folder = dirname(file.path);
  const agents = [...new Set(file.changes.map(({ agent }) => sourceName(agent)))].join(', ');
  const facts = [
    folder === '.' ? '' : folder,
    projects.all.length > 1 ? project.name : '',
    agents,
    sizeOf(file),
  ];
  const rest = newest ? writingInShort(newest, clock.now()) : agents;
  const row = {
    label: plain(basename(file.path)),
    description: plain(facts.filter((fact) => fact !== '').join(' · ')),
    detail: plain(newest ? requestOf(newest) : ''),
    iconPath: ThemeIcon.File,
    resourceUri: Uri.file(file.file), // newer editors derive the file's icon from it
    buttons: [
      {
        iconPath: new ThemeIcon('go-to-file'),
        tooltip: l10n.t('Open File'),
        run: () => window.showTextDocument(Uri.file(file.file)),
      },
      {
        iconPath: new ThemeIcon('comment-discussion'),
        tooltip: l10n.t('Open Session'),
        run: () => newest && openWriting(openPlace, project, newest, { preserveFocus: false }),
      },
    ],
    open: () => showChanges(changesOf(changed), diffTitle(file.path, rest)),
  };
  return row;
}

/** In the order they were made. */
const changesOf = ({ project, file }: Changed): FileChanges => ({
  project,
  file: file.file,
  changes: file.changes.toReversed(),
});

function sizeOf({ changes }: DayFile): string {
  const sum = (of: (change: FileChange) => number): number =>
    changes.reduce((all, change) => all + of(change), 0);
  const [added, removed] = [sum((change) => change.added), sum((change) => change.removed)];
  return `+${number(added)} −${number(removed)}`;
}
