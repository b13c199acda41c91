import { Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown } from '../base/markdownDocuments.ts';
import type { Projects } from '../base/projects.ts';
import type { DialogTarget } from '../base/pick.ts';

const scheme = 'history-message';

/** Shows complete messages in read-only editors. */
export class MessageDocuments extends Disposable implements TextDocumentContentProvider {
  readonly #projects: Projects;

  constructor(projects: Projects) {
    super();
    this.#projects = projects;
    this._register(registerMarkdown(scheme, this));
  }

  /** Opens the message at this position of a dialog, 0 being the oldest. */
  async open({ project, dialog }: DialogTarget, position: number): Promise<void> {
    const query = JSON.stringify({ root: project.root, dialog, position });
    const path = `/${dialog.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-')} ${position + 1}.md`;
    const document = await workspace.openTextDocument(Uri.from({ scheme, path, query }));
    await window.showTextDocument(document, { preview: true });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const query: unknown = JSON.parse(uri.query);
    if (!isObject(query)) return '';
    const { root, dialog, position } = query;
    if (typeof root !== 'string' || typeof dialog !== 'string' || typeof position !== 'number') return '';
    const page = await this.#projects.find(root)?.dialogs.window(dialog, position, 1);
    return page?.messages[0]?.text ?? '';
  }
}
