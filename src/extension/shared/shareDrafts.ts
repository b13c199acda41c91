import { EventEmitter, l10n, TabInputText, Uri, window, workspace } from 'vscode';
import type { Tab, TextDocumentContentProvider } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown } from '../base/markdownDocuments.ts';
import { nothing } from '../base/pick.ts';
import { documentName } from '../base/documentName.ts';

/** Also in the menus of package.json. */
const scheme = 'history-share';

/** Something that a person looks at before others get it. */
export interface ShareDraft {
  /** Of the document. */
  readonly name: string;
  /** Tells it from all others. */
  readonly key: string;
  /** What others would get: whole files of Markdown. */
  readonly text: string;
  /** Asks once more, where more than a press in the title of the editor is needed. */
  readonly ask?: (uri: Uri) => void;
  /** Shares it, or says why not. What fails can be tried again. */
  readonly accept: () => Promise<void>;
}

/** What is about to be shared, each in a read-only editor, until it is shared or left there or by a notice. */
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

  /** Gives what it is decided by. */
  async show(draft: ShareDraft): Promise<Uri> {
    const uri = Uri.from({ scheme, path: `/${documentName(draft.name)}.md`, query: draft.key });
    this.#open.set(uri.toString(), draft);
    this.#changed.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
    return uri;
  }

  /** Shares what is shown in the active editor, unless it is named. What is not open any more was decided before. */
  async accept(named?: unknown, isSure = false): Promise<void> {
    const uri = uriOf(named);
    if (uri === undefined) return;
    const draft = this.#open.get(uri.toString());
    if (draft === undefined) throw nothing(l10n.t('This was shared or discarded before.'));
    if (draft.ask && !isSure) {
      draft.ask(uri);
      return;
    }
    this.#open.delete(uri.toString()); // it is shared once
    try {
      await draft.accept();
    } catch (error) {
      this.#open.set(uri.toString(), draft);
      throw error;
    }
    await close(uri);
  }

  /** Shares nothing. */
  async discard(named?: unknown): Promise<void> {
    const uri = uriOf(named);
    if (uri !== undefined) await close(uri);
  }

  provideTextDocumentContent(uri: Uri): string {
    const draft = this.#open.get(uri.toString());
    return draft?.text ?? l10n.t('This draft was not kept. Nothing was shared; run the command again.');
  }
}

/** The document that is named, else the one in front. */
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
