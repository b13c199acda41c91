import { errorMessage } from '../../disk/base/core.ts';
import { commands, l10n, type Memento, workspace } from 'vscode';
import { projectName } from '../../disk/files/projectId.ts';
import { copiesFolder } from '../../history/copies/copyNotes.ts';
import { deleteCopy, isOfFolder, offeredCopies } from '../../history/copies/lostCopies.ts';
import { CopySchedule } from '../../history/copies/copySchedule.ts';
import type { CopySettings } from '../../history/copies/modes.ts';
import type { CopyContext, HistoryCopy } from '../../history/copies/types.ts';
import type { CopyContents } from '../../store/copyContents.ts';
import { Disposable } from '../base/disposable.ts';
import { dateTime, inform, messageCount, number, warn } from '../base/notices.ts';
import { pick } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import * as settings from '../base/settings.ts';
import { keepsCopies } from './lostRow.ts';
import { withoutHome } from './withoutHome.ts';

/** The editor has started by then. Milliseconds. */
const startMs = 5_000;
/** Key of the stored flag that the notice about copies was shown. */
const toldKey = 'copies.told';

interface CopiesParts {
  readonly projects: Projects;
  readonly around: CopyContext;
  /** Evaluated before each visit of a history. */
  readonly settings: () => CopySettings;
  /** Stores whether the notice about copies was shown. */
  readonly memory: Memento;
  readonly onError: (error: unknown) => void;
  /** Called once a history is restored, or its copy deleted. */
  readonly onDecided: () => void;
}

/** Keeps second copies of this window's histories, and reports histories that were deleted. */
export class HistoryCopies extends Disposable {
  readonly #parts: CopiesParts;
  readonly #schedule: CopySchedule;
  #timer: NodeJS.Timeout;
  /** Ids of the copies already reported in this window. */
  readonly #told = new Set<string>();

  constructor(parts: CopiesParts) {
    super();
    this.#parts = parts;
    this.#schedule = new CopySchedule({
      ...parts.around,
      settings: parts.settings,
      onCurrent: () => this.#tellKept(),
    });
    this._register(
      parts.projects.onDidChange(({ project }) => {
        if (!this.#isCopied) return;
        this.#schedule.changed(project.folder);
        if (projectName(project.folder) === undefined) this.#lookLater();
      }),
    );
    this._register(parts.projects.onDidChangeProjects(() => this.#begin()));
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.#begin()));
    this.#timer = setTimeout(() => this.#begin(), startMs);
  }

  /** Looks once a command that takes a history away for a moment, as a stash of git, had time to bring it back. */
  #lookLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), startMs);
  }

  /** Brings the copies up to date before the window closes, within a second and a half. */
  close(): Promise<void> {
    return this.#schedule.close();
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    void this.#schedule.close();
    super.dispose();
  }

  get #isCopied(): boolean {
    return !this.disposed && keepsCopies();
  }

  #begin(): void {
    if (!this.#isCopied) return;
    for (const project of this.#parts.projects.on) {
      this.#schedule.begin(project.folder);
      this.#tellLost(project).catch((error: unknown) =>
        this.#parts.around.log.warn(`cannot look for copies of ${project.root}: ${errorMessage(error)}`),
      );
    }
  }

  /** Shows once per machine where the copies are. */
  #tellKept(): void {
    const { memory, around, onError } = this.#parts;
    if (this.disposed || memory.get(toldKey) === true) return;
    void memory.update(toldKey, true);
    const text = l10n.t(
      'A second copy of each history is kept in {0}, so that it survives its folder. It is deleted with what you delete.',
      withoutHome(copiesFolder(around.machine)),
    );
    const open = () => commands.executeCommand('workbench.action.openSettings', 'historyStore.copies');
    inform(text, [{ label: l10n.t('Open Settings'), run: open }], onError);
  }

  async #tellLost(project: Project): Promise<void> {
    const [copy, ...others] = await offeredCopies(this.#parts.around.machine, project.folder);
    if (copy === undefined || this.#told.has(copy.id)) return;
    this.#told.add(copy.id);
    const { contentsOf } = await import('../../store/copyContents.ts');
    const contents = await contentsOf(copy);
    const buttons = [
      { label: l10n.t('Restore'), run: () => this.#restore(project, [copy, ...others]) },
      {
        label: l10n.t('Show'),
        run: () => commands.executeCommand('historyStore.overview', { folder: project.root }),
      },
      { label: l10n.t('Not Now'), run: () => undefined },
      { label: l10n.t('Forget It'), run: () => this.#forget(copy) },
    ];
    const isOwn = this.#isOf(project, copy);
    const text = isOwn ? lostText(project, copy, contents) : cloneText(project, copy, contents);
    warn(text, buttons, this.#parts.onError);
  }

  #isOf({ folder }: Project, copy: HistoryCopy): boolean {
    return isOfFolder(this.#parts.around.machine, copy, folder);
  }

  /** Returns the copy to restore: the newest of this folder, or the one chosen among those of other clones. */
  async #chosen(
    project: Project,
    [newest, ...others]: readonly [HistoryCopy, ...HistoryCopy[]],
  ): Promise<HistoryCopy> {
    if (others.length === 0 || this.#isOf(project, newest)) return newest;
    const items = [newest, ...others].map((copy) => ({
      label: withoutHome(copy.path),
      description: dateTime(copy.followedAt),
      copy,
    }));
    const title = l10n.t('Restore History');
    return (await pick(items, title, l10n.t('Which history do you want to bring here?'))).copy;
  }

  async #restore(project: Project, copies: readonly [HistoryCopy, ...HistoryCopy[]]): Promise<void> {
    const copy = await this.#chosen(project, copies);
    const { restoreCopy } = await import('../../store/restoreCopy.ts');
    await restoreCopy(copy, project.root, this.#parts.around, { secrets: settings.secrets });
    project.reopen();
    this.#parts.onDecided();
    inform(l10n.t('The history of “{0}” is restored.', project.name));
  }

  async #forget(copy: HistoryCopy): Promise<void> {
    const forget = {
      label: l10n.t('$(trash) Forget It'),
      detail: l10n.t('The copy is the last one of this history, and cannot be restored.'),
    };
    const keep = { label: l10n.t('$(close) Cancel') };
    const question = l10n.t('Delete the copy of the deleted history?');
    if ((await pick([forget, keep], l10n.t('Forget It'), question)) !== forget) return;
    await deleteCopy(this.#parts.around.machine, copy.id);
    this.#parts.onDecided();
    inform(l10n.t('The copy is deleted.'));
  }
}

/** Returns the text of the notice about the history of another clone. */
const cloneText = (
  { name }: Pick<Project, 'name'>,
  { path, followedAt }: Pick<HistoryCopy, 'path' | 'followedAt'>,
  { messages, archives, newest = followedAt }: CopyContents,
): string =>
  l10n.t(
    '“{0}” has no history, but a copy is kept of that of {1}, another clone of its repository, which is gone ({2}, {3} kept sessions, until {4}).',
    name,
    withoutHome(path),
    messageCount(messages),
    number(archives),
    dateTime(newest),
  );

/** Returns the text of the notice about a deleted history. */
function lostText(
  { name }: Pick<Project, 'name'>,
  { followedAt }: Pick<HistoryCopy, 'followedAt'>,
  { messages, archives, newest = followedAt }: CopyContents,
): string {
  return l10n.t(
    'The history of “{0}” ({1}, {2} kept sessions, until {3}) was deleted with its folder. A copy of it is kept.',
    name,
    messageCount(messages),
    number(archives),
    dateTime(newest),
  );
}
