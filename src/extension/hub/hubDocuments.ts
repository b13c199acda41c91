import { EventEmitter, l10n, Uri, type TextDocumentContentProvider } from 'vscode';
import { defined, isObject, jsonOf } from '../../disk/base/core.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown, documentName } from '../base/markdownDocuments.ts';
import { dateTime } from '../base/notices.ts';
import type { Projects } from '../base/projects.ts';
import type { AskedHubs } from './hubFindings.ts';
import { hubScheme, type RecordToOpen } from './hubTarget.ts';
import { recordKinds, type ReadRecord } from './hubTypes.ts';

/** The record of a document, as in its address. */
interface ReadInHub extends Pick<RecordToOpen, 'owner' | 'kind' | 'id' | 'title'> {
  readonly root: string;
  readonly dialog?: string;
  /** Id of its session. */
  readonly session?: string;
}

/** Returns the address of a record's document. Fetchable ones have a path of their own, which menus recognize. */
export function hubUri({ project, owner, kind, id, dialog, session, title, isMine }: RecordToOpen): Uri {
  const isFetchable = !isMine && (dialog !== undefined || session?.hasArchives === true);
  const folder = isFetchable ? '/fetchable' : '/records';
  const record: ReadInHub = {
    root: project.root,
    owner,
    kind,
    id,
    title,
    ...defined({ dialog, session: session?.id }),
  };
  return Uri.from({
    scheme: hubScheme,
    path: `${folder}/${documentName(`${title} (${owner})`)}.md`,
    query: JSON.stringify(record),
  });
}

/** Documents of records in hubs, with the messages around a message. */
export class HubDocuments extends Disposable implements TextDocumentContentProvider {
  readonly #projects: Projects;
  readonly #hubs: AskedHubs;
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(projects: Projects, hubs: AskedHubs) {
    super();
    this.#projects = projects;
    this.#hubs = hubs;
    this._register(registerMarkdown(hubScheme, this));
  }

  /** Shows errors in the document; reopening it tries again. */
  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const record = parse(uri.query);
    const project = record && this.#projects.find(record.root);
    if (record === undefined || project === undefined) return gone();
    try {
      const records = await this.#hubs.use(project, ({ client }) => client.read(record));
      return records.length === 0 ? gone() : documentOf(record, records);
    } catch (error) {
      const { hubErrorText } = await import('./hubText.ts');
      return plain(hubErrorText(error));
    }
  }
}

const gone = (): string => l10n.t('This is no longer in the hub, or you can no longer see it.');

function parse(query: string): ReadInHub | undefined {
  const value = jsonOf(query);
  const { root, owner, id, title, kind: named } = isObject(value) ? value : {};
  const kind = recordKinds.find((known) => known === named);
  if (kind === undefined || typeof root !== 'string' || typeof owner !== 'string' || typeof id !== 'string')
    return undefined;
  return { root, owner, kind, id, title: typeof title === 'string' ? title : '' };
}

function documentOf({ owner, title, kind }: ReadInHub, records: readonly ReadRecord[]): string {
  const head = l10n.t('{0}, in the hub', plain(owner));
  const parts = records.map(({ role, time, text, isRequested }) => {
    const facts = [kind === 'message' ? roleText(role) : '', dateTime(time)].filter(Boolean).join(' · ');
    return `**${isRequested && records.length > 1 ? '→ ' : ''}${plain(facts)}**\n\n${text}`;
  });
  return [`# ${plain(title)}\n\n*${head}*`, ...parts].join('\n\n---\n\n') + '\n';
}

function roleText(role: string): string {
  if (role === 'user') return l10n.t('User');
  return role === 'assistant' ? l10n.t('Assistant') : role;
}

/** Escapes text so that Markdown shows it unchanged. */
const plain = (text: string): string => oneLine(text).replaceAll(/[\\`*_<>[\]!#]/g, '\\$&');
