import {
  EventEmitter,
  l10n,
  TabInputText,
  Uri,
  window,
  workspace,
  type Tab,
  type TextDocumentContentProvider,
} from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown, documentName } from '../base/markdownDocuments.ts';
import { nothing } from '../base/pick.ts';

/** Also used in the menus of package.json. */
const scheme = 'history-share';

/** Content that a person reviews before others get it. */
export interface ShareDraft {
  /** Name of the document. */
  readonly name: string;
  /** Identifies the draft. */
  readonly key: string;
  /** What others would get: complete Markdown files. */
  readonly text: string;
  /** Asks again if a button in the editor's title is not enough. */
  readonly ask?: (uri: Uri) => void;
  /** Shares it, or explains why not. A failure can be retried. */
  readonly accept: () => Promise<void>;
}

/** Drafts in read-only editors, until they are shared or discarded there or in a notice. */
export class ShareDrafts extends Disposable implements TextDocumentContentProvider {
  readonly #open = new Map<string, ShareDraft>();
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor() {
    super();
    this._register(registerMarkdown(scheme, this));
    const forget = ({ input }: Tab): unknown => isOurs(input) && this.#open.delete(input.uri.toString());
    this._register(window.tabGroups.onDidChangeTabs(({ closed }) => closed.forEach(forget)));
  }

  /** Shows a draft and returns its address. */
  async show(draft: ShareDraft): Promise<Uri> {
    const uri = Uri.from({ scheme, path: `/${documentName(draft.name)}.md`, query: draft.key });
    this.#open.set(uri.toString(), draft);
    this.#changed.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
    return uri;
  }

  /** Shares the given draft, or the one in the active editor. A closed one was decided before. */
  async accept(named?: unknown, isSure = false): Promise<void> {
    const uri = uriOf(named);
    if (uri === undefined) return;
    const draft = this.#open.get(uri.toString());
    if (draft === undefined) throw nothing(l10n.t('This was shared or discarded before.'));
    if (draft.ask && !isSure) {
      draft.ask(uri);
      return;
    }
    this.#open.delete(uri.toString()); // it is shared only once
    try {
      await draft.accept();
    } catch (error) {
      this.#open.set(uri.toString(), draft);
      throw error;
    }
    await close(uri);
  }

  /** Discards a draft. */
  async discard(named?: unknown): Promise<void> {
    const uri = uriOf(named);
    if (uri !== undefined) await close(uri);
  }

  provideTextDocumentContent(uri: Uri): string {
    const draft = this.#open.get(uri.toString());
    return draft?.text ?? l10n.t('This draft was not kept. Nothing was shared; run the command again.');
  }
}

/** Returns the given document, else the active one. */
function uriOf(named: unknown): Uri | undefined {
  if (named instanceof Uri && named.scheme === scheme) return named;
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return isOurs(input) ? input.uri : undefined;
}

async function close(uri: Uri): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const isIt = ({ input }: Tab): boolean => isOurs(input) && input.uri.toString() === uri.toString();
  await window.tabGroups.close(tabs.filter(isIt));
}

const isOurs = (input: unknown): input is TabInputText =>
  input instanceof TabInputText && input.uri.scheme === scheme;
