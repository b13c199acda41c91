import { commands, l10n, workspace, type WebviewPanel } from 'vscode';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import {
  parseMemoryPaneAction,
  parseMemoryPaneMemory,
  type MemoryCommand,
  type MemoryPaneAction,
  type MemoryPaneContent,
  type MemoryPaneFailure,
} from '../../protocol/memoryPane.ts';
import { StoreError } from '../../store/base/core.ts';
import type { TagChange } from '../../store/memory/types.ts';
import { Disposable } from '../base/disposable.ts';
import { firstLine, logError, offerUndo } from '../base/notices.ts';
import { PanePage, type PaneServices } from '../panes/panePage.ts';
import { Panes, type Pane } from '../panes/panes.ts';
import type { ShowOptions } from '../panes/showing.ts';
import type { ProjectChange } from '../base/project.ts';
import { memoryFailure, readMemoryState } from './memoryPaneState.ts';
import { isSameMemory, memoryTargetOf, type MemoryTarget } from './memoryTarget.ts';
import type { Projects } from '../base/projects.ts';

type MemoryAction = OwnAction<MemoryPaneAction>;

const commandIds: Readonly<Record<MemoryCommand, string>> = {
  copyLink: 'historyStore.copyLink',
  share: 'historyStore.share',
  editTags: 'historyStore.editMemoryTags',
  forget: 'historyStore.forgetMemory',
};

/** Longer titles do not fit a tab. Characters. */
const titleLength = 40;

/** The title of the pane's tab before the memory was read. */
export const provisionalTitle = (): string => l10n.t('Memory');

/** One editor tab that shows a memory. */
export class MemoryPane extends Disposable implements Pane<MemoryTarget> {
  readonly page: PanePage<MemoryAction, MemoryPaneContent>;
  readonly #panel: WebviewPanel;
  readonly #services: PaneServices;
  #target: MemoryTarget;

  constructor(panel: WebviewPanel, target: MemoryTarget, services: PaneServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#target = target;
    const page = new PanePage<MemoryAction, MemoryPaneContent>(panel, services, {
      name: 'memory',
      root: () => this.#target.project.root,
      parse: parseMemoryPaneAction,
      send: () => this.#send(),
      run: (action) => this.#run(action),
    });
    this.page = this._register(page);
  }

  get target(): MemoryTarget {
    return this.#target;
  }

  show(target: MemoryTarget, { preserveFocus = false }: ShowOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    this.#follow(target);
  }

  update({ project, folders }: ProjectChange): void {
    if (project !== this.#target.project) return;
    if (folders === undefined || folders.has('.memory')) this.page.update();
  }

  #follow(target: MemoryTarget): void {
    this.#target = target;
    this.page.update();
  }

  async #send(): Promise<void> {
    const target = this.#target;
    const content = await readMemoryState(target).catch((error: unknown) => this.#failed(target, error));
    if (!isSameMemory(target, this.#target)) return; // another one is to be shown, and its state comes next
    if (content === undefined) {
      this.dispose();
      return;
    }
    if (content.type === 'state') {
      this.#panel.title = titleOf(content.memory.content);
      this.#target = { ...target, hash: content.memory.hash }; // it may have been edited
    }
    await this.page.post(content);
  }

  /** Undefined when there is no such memory any more. Else the pane itself says what is wrong, without a notice. */
  #failed(target: MemoryTarget, error: unknown): MemoryPaneFailure | undefined {
    if (error instanceof StoreError && error.code === 'not_found') return undefined;
    logError(error, this.#services.log);
    return memoryFailure(target, error);
  }

  async #run(action: MemoryAction): Promise<void> {
    const { project, hash } = this.#target;
    switch (action.type) {
      case 'addTags':
        return this.#changeTags({ add: action.tags });
      case 'removeTag':
        return this.#changeTags({ remove: [action.tag] });
      case 'editContent':
        return this.#edit(action.hash, action.content);
      case 'openMemory':
        this.#follow({ project, hash: action.hash });
        return;
      case 'command':
        return commands.executeCommand(commandIds[action.command], { folder: project.root, hash });
    }
  }

  /** Gives the memory another text; the pane shows it on from there. */
  async #edit(hash: string, content: string): Promise<void> {
    if (!workspace.isTrusted) return;
    const { project } = this.#target;
    const { memories } = project;
    const before = (await memories.get(hash)).content;
    const edited = await memories.edit(hash, content);
    if (this.#target.hash === hash) this.#follow({ project, hash: edited.hash });
    const undo = () => memories.edit(edited.hash, before);
    offerUndo(l10n.t('Changed “{0}”.', firstLine(content)), undo, this.#services.onError);
  }

  async #changeTags(change: TagChange): Promise<void> {
    if (!workspace.isTrusted) return;
    const { project, hash } = this.#target;
    await this.page.inTurn(async () => {
      await project.memories.changeTags(hash, change);
    });
  }
}

function titleOf(content: string): string {
  const line = firstLine(content) || provisionalTitle();
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
}

/** The open memory panes. */
export class MemoryPanes extends Panes<MemoryTarget, MemoryPane> {
  constructor(projects: Projects, services: PaneServices) {
    super(projects, {
      name: 'memory',
      extension: services.extension,
      create: (panel, target) => new MemoryPane(panel, target, services),
      title: provisionalTitle,
      isSame: isSameMemory,
      remembered: (state) => memoryTargetOf(parseMemoryPaneMemory(state), projects),
    });
  }
}
