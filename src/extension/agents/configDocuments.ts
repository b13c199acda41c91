import { basename } from 'node:path';
import { Uri, workspace, type TextDocumentContentProvider } from 'vscode';
import type { Change } from '../../connect/connections.ts';
import { Disposable } from '../base/disposable.ts';

const scheme = 'history-config';

/** Shows what a file of an agent holds and would hold, in read-only editors. */
export class ConfigDocuments extends Disposable implements TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();

  constructor() {
    super();
    this._register(workspace.registerTextDocumentContentProvider(scheme, this));
  }

  /** The documents of a change: before and after it. */
  of({ agent, path, before = '', after = '' }: Change): readonly [Uri, Uri] {
    const uri = (side: string, text: string): Uri => {
      const made = Uri.from({ scheme, path: `/${agent.id}/${side}/${basename(path)}` });
      this.#texts.set(made.toString(), text);
      return made;
    };
    return [uri('before', before), uri('after', after)];
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }
}
