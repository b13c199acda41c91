import {
  commands,
  env,
  EventEmitter,
  l10n,
  workspace,
  type LogOutputChannel,
  type Uri,
  type WebviewPanel,
} from 'vscode';
import type {
  MemoryCommand,
  MemoryPaneAction,
  MemoryPaneContent,
  MemoryPaneFailure,
} from '../../protocol/memoryPane.ts';
import { parseMemoryPaneAction } from '../../protocol/memoryPaneMessages.ts';
import { StoreError } from '../../store/errors.ts';
import type { TagChange } from '../../store/memory/types.ts';
import { paneHtml, paneIcon, paneOptions } from '../dialogs/paneHtml.ts';
import { openLink } from '../dialogs/paneLinks.ts';
import { Disposable } from '../disposable.ts';
import { firstLine } from '../format.ts';
import type { Pane, ShowOptions } from '../panes.ts';
import type { ProjectChange } from '../project.ts';
import { memoryFailure, readMemoryState } from './memoryPaneState.ts';
import { isSameMemory, type MemoryTarget } from './memoryTarget.ts';

const commandIds: Readonly<Record<MemoryCommand, string>> = {
  editTags: 'historyStore.editMemoryTags',
  forget: 'historyStore.forgetMemory',
};

/** Longer titles do not fit a tab. Characters. */
const titleLength = 40;

/** What a memory pane works with. */
export interface MemoryPaneServices {
  readonly extension: Uri;
  readonly onError: (error: unknown) => void;
  readonly log: LogOutputChannel;
}

/** The title of the pane's tab before the memory was read. */
export const provisionalTitle = (): string => l10n.t('Memory');

/** One editor tab that shows a memory. The page in it goes whenever it is hidden and asks anew when it is shown. */
export class MemoryPane extends Disposable implements Pane<MemoryTarget> {
  readonly #panel: WebviewPanel;
  readonly #services: MemoryPaneServices;
  readonly #sent = this._register(new EventEmitter<MemoryPaneContent>());
  readonly #disposed = this._register(new EventEmitter<void>());
  #target: MemoryTarget;
  /** The page has said that it listens; until then and after it was hidden, what is sent would be lost. */
  #listening = false;
  /** A state is about to be read; what changes until then will be in it. */
  #sendWaits = false;
  /** One state is read and sent after the other, and one change of tags made after the other. */
  #queue: Promise<void> = Promise.resolve();

  readonly onDidDispose = this.#disposed.event;
  /** A state, or why there is none, was sent to the page. */
  readonly onDidSend = this.#sent.event;

  constructor(panel: WebviewPanel, target: MemoryTarget, services: MemoryPaneServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#target = target;
    this._register(panel);
    this._register(panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)));
    this._register(panel.onDidDispose(() => this.dispose()));
    this._register(panel.onDidChangeViewState(() => (this.#listening &&= panel.visible)));
    panel.webview.options = paneOptions(services.extension);
    panel.iconPath = paneIcon(services.extension, 'memory');
    panel.webview.html = paneHtml(panel.webview, services.extension, 'memoryPane');
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
    if (folders === undefined || folders.has('.memory')) this.#send();
  }

  /** Does what a message from the page asks for; what is none of the protocol's is dropped. */
  receive(message: unknown): void {
    const action = parseMemoryPaneAction(message);
    if (action === undefined) return;
    void Promise.resolve(this.#run(action)).catch(this.#services.onError);
  }

  override dispose(): void {
    this.#disposed.fire();
    super.dispose();
  }

  #follow(target: MemoryTarget): void {
    this.#target = target;
    this.#send();
  }

  #send(): void {
    if (this.#sendWaits) return;
    this.#sendWaits = true;
    void this.#inTurn(() => {
      this.#sendWaits = false;
      return this.#post();
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch(this.#services.onError);
    return this.#queue;
  }

  async #post(): Promise<void> {
    if (this.disposed || !this.#listening) return;
    const target = this.#target;
    const content = await readMemoryState(target).catch((error: unknown) => this.#failed(target, error));
    if (!isSameMemory(target, this.#target)) return; // another one is to be shown, and its state comes next
    if (content === undefined) {
      this.#panel.dispose();
      return;
    }
    if (content.type === 'state') this.#panel.title = titleOf(content.memory.content);
    if (await this.#panel.webview.postMessage(content)) this.#sent.fire(content);
  }

  /** Undefined when there is no such memory any more. Else the pane itself says what is wrong, without a notice. */
  #failed(target: MemoryTarget, error: unknown): MemoryPaneFailure | undefined {
    if (error instanceof StoreError && error.code === 'not_found') return undefined;
    this.#services.log.error(error instanceof Error ? error : String(error));
    return memoryFailure(target, error);
  }

  async #run(action: MemoryPaneAction): Promise<void> {
    const { project, hash } = this.#target;
    switch (action.type) {
      case 'ready':
        this.#listening = true;
        this.#send();
        return;
      case 'addTags':
        return this.#changeTags({ add: action.tags });
      case 'removeTag':
        return this.#changeTags({ remove: [action.tag] });
      case 'openMemory':
        this.#follow({ project, hash: action.hash });
        return;
      case 'copyText':
        return env.clipboard.writeText(action.text);
      case 'openLink':
        return openLink(action.href, project.root);
      case 'command':
        return commands.executeCommand(commandIds[action.command], { folder: project.root, hash });
    }
  }

  async #changeTags(change: TagChange): Promise<void> {
    if (!workspace.isTrusted) return;
    const { project, hash } = this.#target;
    await this.#inTurn(async () => {
      await project.memories.changeTags(hash, change);
    });
  }
}

function titleOf(content: string): string {
  const line = firstLine(content) || provisionalTitle();
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
}
