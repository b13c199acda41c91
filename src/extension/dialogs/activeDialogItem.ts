import { StatusBarAlignment, window, l10n, type LogOutputChannel } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { logError } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { activeDialogShown, type ShownDialog } from './activeDialogText.ts';

/** Higher than most other extensions, to be near the editor's own items about the workspace. */
const priority = 20;

/**
 * The active dialog in the status bar: of the project of the open file, else of the previous one, else of the first
 * with dialogs. Hidden if no project has any.
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
    setImmediate(() => this.#refresh()); // no store opens during activation
  }

  /** What is displayed; undefined if nothing is. */
  get shown(): ShownDialog | undefined {
    return this.#shown;
  }

  /** Refreshes once at a time; later changes cause another refresh. */
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
    const { text, spoken, tooltip, command } = shown;
    Object.assign(this.#item, { text, tooltip, command });
    this.#item.accessibilityInformation = { label: spoken, role: 'button' };
    this.#item.show();
  }
}
