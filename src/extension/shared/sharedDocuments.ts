import {
  EventEmitter,
  l10n,
  Uri,
  workspace,
  type TextDocumentContentProvider,
  ViewColumn,
  window,
} from 'vscode';
import { isObject, jsonOf } from '../../disk/base/core.ts';
import { type SharedItem, sharedFolder } from '../../history/shared/types.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown, documentName } from '../base/markdownDocuments.ts';
import { dateTime } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { kindName } from './kinds.ts';
import type { SharedLists } from './sharedLists.ts';
import { join } from 'node:path';
import type { OpenPlace } from '../base/place.ts';

const scheme = 'history-shared';

/** Returns the address of a shared item's document. */
export const sharedUri = ({ root }: Project, { id, title }: SharedItem): Uri =>
  Uri.from({
    scheme,
    path: `/${documentName(title)}.md`,
    query: JSON.stringify({ root, id }),
  });

/** Documents of shared items, with author, time and source, kept up to date. */
export class SharedDocuments extends Disposable implements TextDocumentContentProvider {
  readonly #projects: Projects;
  /** What was last shared of each open document. */
  readonly #last = new Map<string, SharedItem>();
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(projects: Projects, lists: SharedLists) {
    super();
    this.#projects = projects;
    this._register(registerMarkdown(scheme, this));
    this._register(lists.onDidChange(() => this.#refresh()));
    this._register(workspace.onDidCloseTextDocument(({ uri }) => this.#last.delete(uri.query)));
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const query = jsonOf(uri.query);
    const { root, id } = isObject(query) ? query : {};
    const project = typeof root === 'string' ? this.#projects.find(root) : undefined;
    const items = project ? await project.shared.list() : [];
    const item = items.find((one) => one.id === id);
    if (item) {
      this.#last.set(uri.query, item);
      return documentOf(item);
    }
    const last = this.#last.get(uri.query);
    const withdrawn = await project?.shared.withdrawn();
    const gone = withdrawn?.some((one) => one.id === id || one.file === last?.file)
      ? l10n.t('No longer shared. “Restore Shared Item” in the Team view shares it again.')
      : l10n.t('Not found. It may have been renamed or deleted.');
    return last ? documentOf(last, gone) : gone;
  }

  #refresh(): void {
    for (const { uri } of workspace.textDocuments) if (uri.scheme === scheme) this.#changed.fire(uri);
  }
}

/** `gone` says why the item is no longer there. */
function documentOf(item: SharedItem, gone?: string): string {
  const { kind, title, author, createdAt, updatedAt, tags, of, text } = item;
  const facts = [
    kindName(kind),
    author,
    l10n.t('shared {0}', dateTime(createdAt)),
    updatedAt > createdAt ? l10n.t('changed {0}', dateTime(updatedAt)) : undefined,
    ...tags.map((tag) => `#${tag}`),
  ].filter((fact) => fact !== undefined);
  const from = of === undefined ? [] : [l10n.t('From {0}', `\`${oneLine(of).replaceAll('`', '')}\``)];
  const head = [`*${facts.map(plain).join(' · ')}*`, ...from].join('  \n');
  const [heading, notice] =
    gone === undefined ? [plain(title), ''] : [`~~${plain(title)}~~`, `> ${gone}\n\n`];
  return `# ${heading}\n\n${notice}${head}\n\n---\n\n${withoutTitle(text, title)}\n`;
}

/** Removes a heading that repeats the title. */
function withoutTitle(text: string, title: string): string {
  const [heading, said] = /^\s*#{1,6}[ \t]+(.+)\n/.exec(text) ?? [];
  return heading !== undefined && said?.trim() === title ? text.slice(heading.length).trimStart() : text;
}

/** Escapes text so that Markdown shows it unchanged. */
const plain = (text: string): string => oneLine(text).replaceAll(/[\\`*_<>[\]!#]/g, '\\$&');

/** Opens the file of a shared item, which others see and which is edited. */
export const openSharedPlace: OpenPlace = async ({ project, reference }, { preserveFocus, beside }) => {
  const { file } = await project.shared.get(reference.entry ?? reference.name);
  const uri = Uri.file(join(project.folder, sharedFolder, file));
  await window.showTextDocument(uri, {
    preserveFocus,
    preview: true,
    ...(beside && { viewColumn: ViewColumn.Beside }),
  });
};
