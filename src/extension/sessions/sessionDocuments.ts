import {
  commands,
  EventEmitter,
  l10n,
  Uri,
  window,
  workspace,
  type TextDocumentContentProvider,
} from 'vscode';
import { writeMessage } from '../../store/archive/markdown.ts';
import { archivedMessage } from '../../store/archive/message.ts';
import { encodeLine } from '../../store/archive/text.ts';
import { isObject, StoreError } from '../../store/base/core.ts';
import { withStoreErrors } from '../../store/files/failure.ts';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown } from '../base/markdownDocuments.ts';
import { dateTime, number } from '../base/notices.ts';
import type { Projects } from '../base/projects.ts';
import * as settings from '../base/settings.ts';
import { sourceName } from './agents.ts';
import type { WindowSessions } from './sessionLists.ts';
import { messageAt } from './sessionReading.ts';
import { openSource } from './sessionSource.ts';
import type { OpenedSession, SourceTarget } from './types.ts';
import type { ArchiveTarget, SessionTarget } from './sessionTarget.ts';

const scheme = 'history-session';
/** A session is shown up to here: previews of much more take the editor seconds. Characters. */
const maxLength = 1_000_000;

/** Shows agents' sessions as Markdown in the editor's preview, and messages of them in editors. */
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
  }

  /** Opens a session as it is now. */
  async open({ project, info }: SessionTarget): Promise<void> {
    const name = fileName(info.title) || info.sessionId;
    await this.#preview(uriOf({ project, kind: 'session', id: info.path }, name));
  }

  /** Opens an archive as it is now. */
  async openArchive({ project, archive }: ArchiveTarget): Promise<void> {
    await this.#preview(uriOf({ project, kind: 'archive', id: archive.name }, fileName(archive.name)));
  }

  async #preview(uri: Uri): Promise<void> {
    if (workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()))
      this.#changed.fire(uri); // more may have been said since
    await commands.executeCommand('markdown.showPreview', uri);
  }

  /** Opens all of the message at this place of a session, 0 being the oldest. */
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

/** A session in the words of its archive, as much of it as a preview can show unless said otherwise; `most` in characters. */
export const sessionMarkdown = (session: OpenedSession, most = maxLength): Promise<string> =>
  withStoreErrors(() => markdownOf(session, most));

async function markdownOf({ facts, messages }: OpenedSession, most: number): Promise<string> {
  const { title, source, startTs, branch, fetchedFrom } = facts;
  const whose = fetchedFrom !== undefined && l10n.t('Fetched from {0}', fetchedFrom);
  const line = [source && sourceName(source), dateTime(startTs), branch, whose].filter(Boolean).join(' · ');
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
    'Only the first {0} messages are shown. The archive of this session has them all.',
    number(messages),
  );
