import {
  commands,
  EventEmitter,
  l10n,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
  type Tab,
  type TextDocumentContentProvider,
} from 'vscode';
import { Disposable } from '../base/disposable.ts';

/** Also in the menus of package.json. */
const scheme = 'history-summary';

/** Something a model wrote, which a person looks at before it is stored. */
export interface Proposal {
  readonly title: string;
  /** What it is of; one at a time is shown of each. */
  readonly name: string;
  /** Markdown. */
  readonly before: string;
  readonly after: string;
  /** Stores it. Gives whether there is nothing more to decide. */
  readonly accept: () => Promise<boolean>;
}

export type Decision = 'accept' | 'discard';

/** Shows proposals in the editor's comparison, until they are accepted or discarded there or by a notice. */
export class Proposals extends Disposable implements TextDocumentContentProvider {
  readonly #open = new Map<string, Proposal>();
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor() {
    super();
    this._register(workspace.registerTextDocumentContentProvider(scheme, this));
    this._register(
      window.tabGroups.onDidChangeTabs(({ closed }) => closed.forEach((tab) => this.#forget(tab))),
    );
  }

  /** Gives what it is decided by. */
  async show(proposal: Proposal): Promise<Uri> {
    const uri = uriOf(proposal.name, 'after');
    this.#open.set(uri.toString(), proposal);
    for (const side of ['before', 'after']) this.#changed.fire(uriOf(proposal.name, side));
    const options = { preview: false };
    await commands.executeCommand(
      'vscode.diff',
      uriOf(proposal.name, 'before'),
      uri,
      proposal.title,
      options,
    );
    return uri;
  }

  /** Decides what is shown in the active editor, unless it is named. What is not open any more was decided before. */
  async decide(named: unknown, decision: Decision): Promise<void> {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    const shown = input instanceof TabInputTextDiff ? input.modified : undefined;
    const uri = named instanceof Uri && named.scheme === scheme ? named : shown;
    if (uri === undefined) return;
    const proposal = this.#open.get(uri.toString());
    if (decision === 'accept' && proposal && !(await proposal.accept())) return;
    await this.#close(uri);
  }

  provideTextDocumentContent({ path, query }: Uri): string {
    const proposal = this.#open.get(Uri.from({ scheme, path, query: 'after' }).toString());
    if (proposal) return query === 'after' ? proposal.after : proposal.before;
    return l10n.t('This proposal was not kept. Nothing was changed; run the command again.');
  }

  async #close(uri: Uri): Promise<void> {
    this.#open.delete(uri.toString());
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    await window.tabGroups.close(tabs.filter((tab) => modifiedOf(tab) === uri.toString()));
  }

  /** Closing the comparison discards what it shows. */
  #forget(tab: Tab): void {
    const uri = modifiedOf(tab);
    if (uri !== undefined) this.#open.delete(uri);
  }
}

const uriOf = (name: string, side: string): Uri => {
  const path = `/${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-')}.md`;
  return Uri.from({ scheme, path, query: side });
};

const modifiedOf = ({ input }: Tab): string | undefined =>
  input instanceof TabInputTextDiff && input.modified.scheme === scheme
    ? input.modified.toString()
    : undefined;
