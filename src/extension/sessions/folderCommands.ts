import { CancellationError, l10n, QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { isFolderPath } from '../../disk/projects/paths.ts';
import {
  addFolder,
  otherFolders,
  projectQuestion,
  removeFolder,
} from '../../disk/projects/projectFolders.ts';
import type { KnownFolder } from '../../disk/projects/record.ts';
import type { Command } from '../base/commands.ts';
import { offerUndo, relativeTime } from '../base/notices.ts';
import { chooseProject, pick } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { projectAnswers, questionText, type ProjectPlaces } from './projectPlaces.ts';
import type { SessionServices } from './sessionTarget.ts';

interface FolderServices extends SessionServices {
  readonly projectPlaces: Pick<ProjectPlaces, 'around' | 'answer'>;
}

/** Commands for the folders whose sessions belong to a project: add one, or list and remove them. */
export function folderCommands(services: FolderServices): readonly Command[] {
  return [
    {
      id: 'historyStore.addSessionFolder',
      writes: true,
      run: (argument) => addSessionFolder(services, argument),
    },
  ];
}

async function addSessionFolder(services: FolderServices, argument: unknown): Promise<void> {
  const project = await chooseProject(services.projects, argument, title());
  await settleProject(services, project);
  const path = pathIn(argument) ?? (await askFolder(services, project));
  await addFolder(services.projectPlaces.around, project.root, path);
  services.sessionLists.refresh();
  const remove = () => takeAway(services, project, path);
  offerUndo(l10n.t('Sessions of “{0}” are listed here now.', path), remove, services.onError);
}

const title = (): string => l10n.t('Add Sessions of Another Folder');

/** Arguments of other extensions: `{folder, path}`. */
const pathIn = (argument: unknown): string | undefined =>
  isObject(argument) && typeof argument.path === 'string' && typeof argument.folder === 'string'
    ? argument.path
    : undefined;

/** Ensures that the project's identity is known before a folder is added. */
async function settleProject({ projectPlaces }: FolderServices, project: Project): Promise<void> {
  const question = await projectQuestion(projectPlaces.around.machine, project.root);
  if (question === undefined) return;
  const { answer } = await pick(projectAnswers(), title(), questionText(project, question));
  await projectPlaces.answer(project, answer);
  if (answer === 'later') throw new CancellationError();
}

interface FolderItem extends QuickPickItem {
  readonly choose?: () => Promise<string>;
  readonly known?: KnownFolder;
}

/** Offers ways to choose a folder, and the existing ones. Throws `CancellationError`. */
async function askFolder(services: FolderServices, project: Project): Promise<string> {
  const picker = window.createQuickPick<FolderItem>();
  picker.title = title();
  picker.placeholder = l10n.t('Choose the folder whose sessions belong to “{0}”', project.name);
  const update = async (): Promise<void> => {
    picker.items = [...ways(), ...(await knownItems(services, project))];
  };
  picker.onDidTriggerItemButton(({ item: { known } }) => {
    if (known) void removeKnown(services, project, known).then(update).catch(services.onError);
  });
  await update();
  const chosen = await new Promise<FolderItem | undefined>((resolve) => {
    picker.onDidAccept(() => {
      if (picker.selectedItems[0]?.choose) resolve(picker.selectedItems[0]);
      picker.hide();
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  if (!chosen?.choose) throw new CancellationError();
  return chosen.choose();
}

const ways = (): FolderItem[] => [
  { label: l10n.t('$(folder-opened) Choose Folder…'), choose: chooseFolder },
  {
    label: l10n.t('$(edit) Enter Path…'),
    detail: l10n.t('For a folder that is gone, or that another machine or a container has'),
    choose: enterPath,
  },
];

async function chooseFolder(): Promise<string> {
  const choice = { canSelectFolders: true, canSelectFiles: false, canSelectMany: false };
  const [folder] =
    (await window.showOpenDialog({ title: title(), ...choice, openLabel: l10n.t('Add') })) ?? [];
  if (folder === undefined) throw new CancellationError();
  return folder.fsPath;
}

async function enterPath(): Promise<string> {
  const path = await window.showInputBox({
    title: title(),
    prompt: l10n.t('Absolute path of the folder, even if it no longer exists'),
    validateInput: (text) => (isFolderPath(text.trim()) ? undefined : l10n.t('Enter an absolute path.')),
  });
  if (path === undefined) throw new CancellationError();
  return path.trim();
}

async function knownItems(
  { projectPlaces: { around }, clock }: FolderServices,
  project: Project,
): Promise<FolderItem[]> {
  const folders = await otherFolders(around.machine, project.root);
  if (folders.length === 0) return [];
  const separator = { label: l10n.t('Also listed here'), kind: QuickPickItemKind.Separator };
  const buttons = [{ iconPath: new ThemeIcon('close'), tooltip: l10n.t('Remove') }];
  const items = folders.map((known) => ({
    label: `$(folder) ${known.path}`,
    description: kindText(known, clock.now()),
    buttons,
    known,
  }));
  return [separator, ...items];
}

function kindText({ kind, seen }: KnownFolder, now: number): string {
  if (kind === 'added') return l10n.t('added {0}', relativeTime(seen, now));
  if (kind === 'tree') return l10n.t('working tree, last seen {0}', relativeTime(seen, now));
  return l10n.t('the project was here {0}', relativeTime(seen, now));
}

async function removeKnown(services: FolderServices, project: Project, { path }: KnownFolder): Promise<void> {
  await takeAway(services, project, path);
  const undo = async (): Promise<void> => {
    await addFolder(services.projectPlaces.around, project.root, path);
    services.sessionLists.refresh();
  };
  offerUndo(l10n.t('Sessions of “{0}” are no longer listed here.', path), undo, services.onError);
}

async function takeAway(
  { projectPlaces, sessionLists }: FolderServices,
  { root }: Project,
  path: string,
): Promise<void> {
  await removeFolder(projectPlaces.around, root, path);
  sessionLists.refresh();
}
