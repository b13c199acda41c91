import { commands, EventEmitter, Uri, type TextDocumentContentProvider } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown } from '../base/markdownDocuments.ts';

const scheme = 'history-memories';

/** Shows reports on memories as Markdown in the editor's preview: health, and planned changes. */
export class MemoryReports extends Disposable implements TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor() {
    super();
    this._register(registerMarkdown(scheme, this));
  }

  /** Opens a text under a name, replacing the one already open under it. */
  async open(name: string, text: string): Promise<void> {
    const uri = Uri.from({ scheme, path: `/${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-')}.md` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    await commands.executeCommand('markdown.showPreview', uri);
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.path) ?? '';
  }
}
