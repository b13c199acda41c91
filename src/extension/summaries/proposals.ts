import {
  commands,
  EventEmitter,
  l10n,
  TabInputTextDiff,
  Uri,
  window,
  type Tab,
  type TextDocumentContentProvider,
} from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown } from '../base/markdownDocuments.ts';
import { nothing } from '../base/pick.ts';

/** Also used in the menus of package.json. */
const scheme = 'history-summary';

/** A model's text that a person reviews before it is saved. */
export interface Proposal {
  readonly title: string;
  /** Name of the summarized item. */
  readonly name: string;
  /** Identifies the item; only one proposal is shown for each. */
  readonly key: string;
  /** Markdown. */
  readonly before: string;
  readonly after: string;
  /** Saves it, or reports why not. A failure can be retried. */
  readonly accept: () => Promise<void>;
}

export type ProposalAnswer = 'accept' | 'discard';

/** Shows proposals in the editor's comparison until they are accepted or discarded, there or in a notice. */
export class Proposals extends Disposable implements TextDocumentContentProvider {
  readonly #open = new Map<string, Proposal>();
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor() {
    super();
    this._register(registerMarkdown(scheme, this));
    this._register(
      window.tabGroups.onDidChangeTabs(({ closed }) => closed.forEach((tab) => this.#forget(tab))),
    );
  }

  /** Shows a proposal and returns its address. */
  async show(proposal: Proposal): Promise<Uri> {
    const uri = uriOf(proposal, 'after');
    this.#open.set(uri.toString(), proposal);
    for (const side of ['before', 'after']) this.#changed.fire(uriOf(proposal, side));
    const options = { preview: false };
    await commands.executeCommand('vscode.diff', uriOf(proposal, 'before'), uri, proposal.title, options);
    return uri;
  }

  /** Decides the given proposal, or the one in the active editor. A closed one was decided before. */
  async decide(named: unknown, decision: ProposalAnswer): Promise<void> {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    const shown = input instanceof TabInputTextDiff ? input.modified : undefined;
    const uri = named instanceof Uri && named.scheme === scheme ? named : shown;
    if (uri === undefined) return;
    const proposal = this.#open.get(uri.toString());
    this.#open.delete(uri.toString()); // it is decided only once
    if (decision === 'accept') await this.#accept(uri, proposal);
    await this.#close(uri);
  }

  async #accept(uri: Uri, proposal: Proposal | undefined): Promise<void> {
    if (proposal === undefined) throw nothing(l10n.t('This proposal was accepted or discarded before.'));
    try {
      await proposal.accept();
    } catch (error) {
      this.#open.set(uri.toString(), proposal);
      throw error;
    }
  }

  provideTextDocumentContent(uri: Uri): string {
    const proposal = this.#open.get(uri.with({ query: 'after' }).toString());
    if (proposal) return uri.query === 'after' ? proposal.after : proposal.before;
    return l10n.t('This proposal was not kept. Nothing was changed; run the command again.');
  }

  async #close(uri: Uri): Promise<void> {
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    await window.tabGroups.close(tabs.filter((tab) => modifiedOf(tab) === uri.toString()));
  }

  /** Closing the comparison discards the proposal. */
  #forget(tab: Tab): void {
    const uri = modifiedOf(tab);
    if (uri !== undefined) this.#open.delete(uri);
  }
}

const uriOf = ({ name, key }: Proposal, side: string): Uri => {
  const path = `/${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-')}.md`;
  return Uri.from({ scheme, path, query: side, fragment: key });
};

const modifiedOf = ({ input }: Tab): string | undefined =>
  input instanceof TabInputTextDiff && input.modified.scheme === scheme
    ? input.modified.toString()
    : undefined;
