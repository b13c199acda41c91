import { StatusBarAlignment, ThemeColor, window, l10n, type LogOutputChannel } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { logError } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { activeDialogShown, type ShownDialog } from './activeDialogText.ts';

/** More than the items of most other extensions, so that it stands near what the editor itself says of the workspace. */
const priority = 20;

/**
 * The active dialog in the status bar: of the project whose file is open, else of the one it was of before, else of the
 * first that has any dialog. Not there where no project has one.
 */
export class ActiveDialogItem extends Disposable {
  readonly #projects: Projects;
  readonly #log: LogOutputChannel;
  readonly #item = this._register(
    window.createStatusBarItem('historyStore.activeDialog', StatusBarAlignment.Left, priority),
  );
  #project: Project | undefined;
  #shown: ShownDialog | undefined;
  #reading: Promise<void> | undefined;
  #again = false;

  constructor(projects: Projects, log: LogOutputChannel) {
    super();
    this.#projects = projects;
    this.#log = log;
    this.#item.name = l10n.t('Active Dialog');
    this._register(projects.onDidChange(() => this.#refresh()));
    this._register(projects.onDidChangeProjects(() => this.#refresh()));
    this._register(window.onDidChangeActiveTextEditor(() => this.#refresh()));
    setImmediate(() => this.#refresh()); // no store opens while the extension starts
  }

  /** What can be seen; undefined while nothing can. */
  get shown(): ShownDialog | undefined {
    return this.#shown;
  }

  /** One look at a time; what changes meanwhile is looked at afterwards. */
  #refresh(): void {
    if (this.disposed) return;
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = this.#read()
      .catch((error: unknown) => {
        logError(error, this.#log);
        this.#show(undefined);
      })
      .finally(() => {
        this.#reading = undefined;
        if (this.#again) this.#refresh();
      });
    this.#again = false;
  }

  async #read(): Promise<void> {
    for (const project of this.#inOrder()) {
      const shown = await activeDialogShown(project);
      if (shown === undefined) continue;
      this.#project = project;
      this.#show(shown);
      return;
    }
    this.#show(undefined);
  }

  #inOrder(): ReadonlySet<Project> {
    const { all } = this.#projects;
    const editor = window.activeTextEditor;
    const current = editor && this.#projects.containing(editor.document.uri);
    return new Set([current, this.#project, ...all].flatMap((one) => (one && all.includes(one) ? one : [])));
  }

  #show(shown: ShownDialog | undefined): void {
    if (this.disposed) return;
    this.#shown = shown;
    if (shown === undefined) {
      this.#item.hide();
      return;
    }
    const { text, spoken, tooltip, command, isOver } = shown;
    Object.assign(this.#item, { text, tooltip, command });
    this.#item.accessibilityInformation = { label: spoken, role: 'button' };
    this.#item.backgroundColor = isOver ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
  }
}
