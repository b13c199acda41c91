import {
  commands,
  EventEmitter,
  l10n,
  Uri,
  window,
  workspace,
  type TextDocumentContentProvider,
} from 'vscode';
import { writeMessage } from '../../history/archive/markdown.ts';
import { archivedMessage } from '../../history/archive/message.ts';
import { encodeLine } from '../../history/archive/text.ts';
import { isObject, jsonOf, StoreError } from '../../disk/base/core.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { bytesOf } from '../../disk/files/open.ts';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown } from '../base/markdownDocuments.ts';
import { dateTime, number } from '../base/notices.ts';
import type { Projects } from '../base/projects.ts';
import * as settings from '../base/settings.ts';
import { recoveredTexts } from '../../history/capture/recoveredTexts.ts';
import { sourceName } from './agents.ts';
import type { WindowSessions } from './sessionLists.ts';
import { messageAt } from './sessionReading.ts';
import { openSource } from './sessionSource.ts';
import type { OpenedSession, SourceTarget } from './types.ts';
import type { ArchiveTarget, SessionTarget } from './sessionTarget.ts';

const scheme = 'history-session';
/** Scheme of files as they are: not Markdown, of which a preview would load what it names. */
const textScheme = 'history-text';
/** Maximum length of a displayed session: previews of much longer ones take seconds. Characters. */
const maxLength = 1_000_000;

/** Shows agents' sessions as Markdown in the editor's preview, and their messages in editors. */
export class SessionDocuments extends Disposable implements TextDocumentContentProvider {
  readonly #projects: Projects;
  readonly #lists: WindowSessions;
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(projects: Projects, lists: WindowSessions) {
    super();
    this.#projects = projects;
    this.#lists = lists;
    this._register(registerMarkdown(scheme, this));
    const provideTextDocumentContent = (uri: Uri): Promise<string> => this.#textOf(uri);
    this._register(workspace.registerTextDocumentContentProvider(textScheme, { provideTextDocumentContent }));
  }

  /** Opens a session in its current state. */
  async open({ project, info }: SessionTarget): Promise<void> {
    const name = fileName(info.title) || info.sessionId;
    await this.#preview(uriOf({ project, kind: 'session', id: info.path }, name));
  }

  /** Opens an archive in its current state. */
  async openArchive({ project, archive }: ArchiveTarget): Promise<void> {
    await this.#preview(uriOf({ project, kind: 'archive', id: archive.name }, fileName(archive.name)));
  }

  /** Opens the unrendered file of an archive. */
  async openText({ project, archive }: ArchiveTarget): Promise<void> {
    const query = JSON.stringify({ root: project.root, id: archive.name });
    const uri = Uri.from({ scheme: textScheme, path: `/${fileName(archive.name)}.txt`, query });
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  async #textOf(uri: Uri): Promise<string> {
    const query = jsonOf(uri.query);
    const { root, id } = isObject(query) ? query : {};
    const project = typeof root === 'string' ? this.#projects.find(root) : undefined;
    const { archives } = project ? await this.#lists.of(project).archives() : { archives: [] };
    const archive = archives.find(({ name }) => name === id);
    const bytes = archive && (await withStoreErrors(() => bytesOf(archive.path)));
    return bytes?.toString('utf8') ?? l10n.t('This session no longer exists.');
  }

  async #preview(uri: Uri): Promise<void> {
    if (workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()))
      this.#changed.fire(uri); // there may be more messages since
    await commands.executeCommand('markdown.showPreview', uri);
  }

  /** Opens the complete message at a position of a session, 0 being the oldest. */
  async openMessage(target: SourceTarget, position: number): Promise<void> {
    const { facts } = await openSource(target, this.#lists);
    const uri = uriOf(target, `${fileName(facts.title)} ${position + 1}`, position);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const query: unknown = JSON.parse(uri.query);
    if (!isObject(query)) return '';
    const { root, kind, id, position } = query;
    const project = typeof root === 'string' ? this.#projects.find(root) : undefined;
    if (!project || typeof id !== 'string' || (kind !== 'session' && kind !== 'archive')) return '';
    try {
      const source = await openSource({ project, kind, id }, this.#lists);
      if (typeof position !== 'number') return await sessionMarkdown(source);
      const message = await messageAt(source, position);
      return message ? writeMessage(archivedMessage(message), settings.archive()) : '';
    } catch (error) {
      if (error instanceof StoreError && error.code === 'not_found')
        return l10n.t('This session no longer exists.');
      throw error;
    }
  }
}

const fileName = (title: string): string => title.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-').slice(0, 60);

function uriOf({ project, kind, id }: SourceTarget, name: string, position?: number): Uri {
  const query = JSON.stringify({ root: project.root, kind, id, position });
  return Uri.from({ scheme, path: `/${name}.md`, query });
}

/** Formats a session as an archive does, up to `most` characters, by default as much as a preview can show. */
export const sessionMarkdown = (session: OpenedSession, most = maxLength): Promise<string> =>
  withStoreErrors(() => markdownOf(session, most));

async function markdownOf({ facts, messages }: OpenedSession, most: number): Promise<string> {
  const { title, source, startTs, branch, recovered, fetchedFrom } = facts;
  const whose = fetchedFrom !== undefined && l10n.t('Fetched from {0}', fetchedFrom);
  const again = recovered && settings.sayHere(recoveredTexts[recovered]);
  const line = [source && sourceName(source), dateTime(startTs), branch, again, whose]
    .filter(Boolean)
    .join(' · ');
  const texts = [`# ${encodeLine(title)}\n`, `${encodeLine(line)}\n`];
  let length = 0;
  let count = 0;
  for await (const message of messages()) {
    if (length > most) {
      texts.push(`---\n`, `*${cutNotice(count)}*\n`);
      break;
    }
    const text = writeMessage(archivedMessage(message), settings.archive());
    texts.push(text);
    length += text.length;
    count++;
  }
  return texts.join('\n');
}

const cutNotice = (messages: number): string =>
  l10n.t(
    'Only the first {0} messages are shown. The kept copy of this session has them all.',
    number(messages),
  );
