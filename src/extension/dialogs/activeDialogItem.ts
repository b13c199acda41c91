import * as settings from '../base/settings.ts';
import {
  StatusBarAlignment,
  window,
  l10n,
  type LogOutputChannel,
  MarkdownString,
  workspace,
  type Command,
} from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { logError, byteSize, errorText, fullnessText, number } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { fullness } from '../../protocol/fullness.ts';
import type { DialogOverview } from '../../history/dialogs/types.ts';
import { dialogTooltip } from './dialogTooltips.ts';
import { modeMeaning } from './modeText.ts';

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

/** Content of the status bar for a project's active dialog. */
interface ShownDialog {
  readonly text: string;
  /** The same for screen readers. */
  readonly spoken: string;
  readonly tooltip: MarkdownString;
  readonly command: Command;
}

/** Maximum characters of a name. */
const shownName = 30;
const setCommand = 'historyStore.setActiveDialog';
const compactCommand = 'historyStore.compactDialog';

/** Returns undefined for a project without dialogs. */
async function activeDialogShown(project: Project): Promise<ShownDialog | undefined> {
  const off = offShown(project);
  if (off) return off;
  const { name } = await project.dialogs.active();
  try {
    const overview = await project.dialogs.overview(name);
    if (overview) return ofDialog(project, overview);
  } catch (error) {
    return unreadable(project, name, error);
  }
  return (await project.dialogs.list()).length > 0 ? ofNone(project, name) : undefined;
}

/** Content of the status bar for a project in which history is off; undefined for others. */
function offShown({ root, mode: { mode, by = '' } }: Project): ShownDialog | undefined {
  if (mode !== 'off') return undefined;
  const label = l10n.t('History off');
  const tooltip = new MarkdownString('', true).appendText(`${modeMeaning(mode)}\n${by}`);
  const command = {
    command: 'historyStore.setMode',
    title: l10n.t('Turn History On or Off'),
    arguments: [{ folder: root }],
  };
  return { text: `$(circle-slash) ${label}`, spoken: label, tooltip, command };
}

function ofDialog(project: Project, overview: DialogOverview): ShownDialog {
  const { name, messages, bytes, damaged } = overview;
  const { maxMessages, maxBytes } = settings.limits();
  const { value, level } = fullness([messages, maxMessages], [bytes, maxBytes]);
  const isOver = level === 'over';
  const icon = damaged.length > 0 ? 'error' : isOver ? 'warning' : 'comment-discussion';
  const share = fullnessText(value);
  const full = l10n.t(
    '{0} full (at most {1} messages and {2} are recommended)',
    ...[share, number(maxMessages), byteSize(maxBytes)],
  );
  const tooltip = dialogTooltip(overview).appendMarkdown(`\n\n${full}`);
  return {
    text: `$(${icon}) ${labelOf(name)} ${share}`,
    spoken: l10n.t('Active dialog: {0}, {1} full', name, share),
    tooltip: explained(isOver ? offered(tooltip, project, name) : tooltip),
    command: opening(project, name),
  };
}

function unreadable(project: Project, name: string, error: unknown): ShownDialog {
  const tooltip = new MarkdownString('', true).appendText(`${name}\n${errorText(error)}`);
  return {
    text: `$(error) ${labelOf(name)}`,
    spoken: l10n.t('Active dialog: {0}, cannot be read', name),
    tooltip: explained(tooltip),
    command: opening(project, name),
  };
}

/** There are dialogs, but no active one. */
function ofNone({ root }: Project, name: string): ShownDialog {
  const label = l10n.t('Set Active Dialog');
  const text = l10n.t('No dialog is active. Agents that name none save to “{0}”.', name);
  return {
    text: `$(comment-discussion) ${label}`,
    spoken: label,
    tooltip: new MarkdownString().appendText(text),
    command: { command: setCommand, title: label, arguments: [{ folder: root }] },
  };
}

const opening = ({ root }: Project, dialog: string): Command => ({
  command: 'historyStore.openDialog',
  title: l10n.t('Open Dialog'),
  arguments: [{ folder: root, dialog }],
});

/** Offers to compact a dialog above the recommended size. */
function offered(tooltip: MarkdownString, { root }: Project, dialog: string): MarkdownString {
  if (!workspace.isTrusted) return tooltip;
  const json = encodeURIComponent(JSON.stringify({ folder: root, dialog }));
  const target = json.replaceAll('(', '%28').replaceAll(')', '%29'); // a name cannot end the link
  return tooltip.appendMarkdown(`\n\n[${l10n.t('Compact Dialog')}…](command:${compactCommand}?${target})`);
}

/** Explains active dialogs, and how to set another one if allowed. */
function explained(tooltip: MarkdownString): MarkdownString {
  const text = l10n.t('Active dialog: agents that name no dialog use this one.');
  tooltip.appendMarkdown(`\n\n${text}`);
  if (!workspace.isTrusted) return tooltip;
  tooltip.isTrusted = { enabledCommands: [setCommand, compactCommand] };
  return tooltip.appendMarkdown(`\n\n[${l10n.t('Set Active Dialog')}…](command:${setCommand})`);
}

/** Shortens a name and escapes icons in it. */
function labelOf(name: string): string {
  const characters = Array.from(name.replaceAll(/\s+/g, ' '));
  const short = characters.length > shownName ? [...characters.slice(0, shownName - 1), '…'] : characters;
  return short.join('').replaceAll('$(', '\\$(');
}
