import { EventEmitter, l10n, Uri, workspace, type TextDocumentContentProvider } from 'vscode';
import { isObject, jsonOf } from '../../store/base/core.ts';
import type { SharedItem } from '../../store/shared/types.ts';
import { oneLine } from '../../store/text/containText.ts';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown } from '../base/markdownDocuments.ts';
import { dateTime } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { kindName } from './kinds.ts';
import { documentName } from '../base/documentName.ts';
import type { SharedLists } from './sharedLists.ts';

const scheme = 'history-shared';

/** The document in which a shared item is read. */
export const sharedUri = ({ root }: Project, { id, title }: SharedItem): Uri =>
  Uri.from({
    scheme,
    path: `/${documentName(title)}.md`,
    query: JSON.stringify({ root, id }),
  });

/** Shared items to read, each with who shared it, when, and where it came from. They follow what is shared. */
export class SharedDocuments extends Disposable implements TextDocumentContentProvider {
  readonly #projects: Projects;
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(projects: Projects, lists: SharedLists) {
    super();
    this.#projects = projects;
    this._register(registerMarkdown(scheme, this));
    this._register(lists.onDidChange(() => this.#refresh()));
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const query = jsonOf(uri.query);
    const { root, id } = isObject(query) ? query : {};
    const project = typeof root === 'string' ? this.#projects.find(root) : undefined;
    const items = project ? await project.shared.list() : [];
    const item = items.find((one) => one.id === id);
    return item ? documentOf(item) : l10n.t('This is no longer shared.');
  }

  #refresh(): void {
    for (const { uri } of workspace.textDocuments) if (uri.scheme === scheme) this.#changed.fire(uri);
  }
}

function documentOf(item: SharedItem): string {
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
  return `# ${plain(title)}\n\n${head}\n\n---\n\n${withoutTitle(text, title)}\n`;
}

/** The title need not be said twice. */
function withoutTitle(text: string, title: string): string {
  const [heading, said] = /^\s*#{1,6}[ \t]+(.+)\n/.exec(text) ?? [];
  return heading !== undefined && said?.trim() === title ? text.slice(heading.length).trimStart() : text;
}

/** As it was written, whatever Markdown would make of it. */
const plain = (text: string): string => oneLine(text).replaceAll(/[\\`*_<>[\]!#]/g, '\\$&');
