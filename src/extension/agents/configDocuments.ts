import { basename } from 'node:path';
import { commands, Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import type { ConfigChange } from '../../connect/drafts.ts';
import { Disposable } from '../base/disposable.ts';

const scheme = 'history-config';

/** Shows current and planned content of agents' files in read-only editors. */
export class ConfigDocuments extends Disposable implements TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  #shown = 0;

  constructor() {
    super();
    this._register(workspace.registerTextDocumentContentProvider(scheme, this));
  }

  /** Shows the effect of changes: one file in a diff, several in one editor. Does not move the focus. */
  async show(title: string, changes: readonly ConfigChange[]): Promise<void> {
    this.#texts.clear();
    this.#shown += 1;
    const [first, ...more] = changes.map((change) => this.#of(change));
    if (!first) return;
    const options = { preview: true, preserveFocus: true };
    if (more.length > 0) await commands.executeCommand('vscode.changes', title, [first, ...more]);
    else await commands.executeCommand('vscode.diff', first[1], first[2], title, options);
  }

  /** Closes what `show` opened under a title. */
  async close(title: string): Promise<void> {
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    // An editor of several diffs appends their number.
    await window.tabGroups.close(tabs.filter(({ label, isDirty }) => label.startsWith(title) && !isDirty));
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Returns the file, and the documents with its content before and after. */
  #of({ path, before = '', after = '' }: ConfigChange): readonly [Uri, Uri, Uri] {
    const uri = (side: string, text: string): Uri => {
      const made = Uri.from({ scheme, path, query: `${side}-${this.#shown}` });
      this.#texts.set(made.toString(), text);
      return made;
    };
    return [Uri.file(path), uri('before', before), uri('after', after)];
  }
}

/** Returns the names of files without duplicates. */
export const fileNames = (changes: readonly ConfigChange[]): string =>
  [...new Set(changes.map(({ path }) => basename(path)))].join(', ');
