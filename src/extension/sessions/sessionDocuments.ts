import { stat } from 'node:fs/promises';
import { commands, EventEmitter, l10n, Uri, workspace, type TextDocumentContentProvider } from 'vscode';
import { writeMessage } from '../../store/archive/markdown.ts';
import { archivedMessage } from '../../store/archive/message.ts';
import { encodeLine } from '../../store/archive/text.ts';
import { withStoreErrors } from '../../store/files/failure.ts';
import { isObject } from '../../store/json.ts';
import { fileChunks } from '../../store/transcripts/fileChunks.ts';
import { streams } from '../../store/transcripts/streams.ts';
import type { TranscriptInfo } from '../../store/transcripts/types.ts';
import { Disposable } from '../disposable.ts';
import { dateTime, number } from '../format.ts';
import type { Projects } from '../projects.ts';
import { agentName } from './agents.ts';
import type { SessionLists } from './sessionLists.ts';
import type { SessionTarget } from './sessionTarget.ts';

const scheme = 'history-session';
/** A session is shown up to here: previews of much more take the editor seconds. Characters. */
const maxLength = 1_000_000;

/** Shows agents' sessions as Markdown in the editor's preview. */
export class SessionDocuments extends Disposable implements TextDocumentContentProvider {
  readonly #projects: Projects;
  readonly #lists: SessionLists;
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(projects: Projects, lists: SessionLists) {
    super();
    this.#projects = projects;
    this.#lists = lists;
    this._register(workspace.registerTextDocumentContentProvider(scheme, this));
  }

  /** Opens a session as it is now. */
  async open({ project, info }: SessionTarget): Promise<void> {
    const query = JSON.stringify({ root: project.root, path: info.path });
    const name = info.title.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-').slice(0, 60);
    const uri = Uri.from({ scheme, path: `/${name || info.sessionId}.md`, query });
    if (workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()))
      this.#changed.fire(uri); // more may have been said since
    await commands.executeCommand('markdown.showPreview', uri);
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const query: unknown = JSON.parse(uri.query);
    if (!isObject(query) || typeof query.root !== 'string') return '';
    const project = this.#projects.find(query.root);
    // Only sessions that are listed: a link somewhere must not make any file a document.
    const info =
      project && (await this.#lists.of(project).sessions()).find(({ path }) => path === query.path);
    return info ? withStoreErrors(() => sessionMarkdown(info)) : l10n.t('This session no longer exists.');
  }
}

/** A session in the words of its archive, as much of it as a preview can show. */
async function sessionMarkdown(info: TranscriptInfo): Promise<string> {
  const { mtimeMs } = await stat(info.path);
  const stream = await streams[info.agent](() => fileChunks(info.path), { path: info.path, mtimeMs });
  const facts = [agentName(info.agent), dateTime(info.startedAt), info.gitBranch].filter(Boolean).join(' · ');
  const texts = [`# ${encodeLine(info.title)}\n`, `${encodeLine(facts)}\n`];
  let length = 0;
  let messages = 0;
  for await (const message of stream.messages()) {
    if (length > maxLength) {
      texts.push(`---\n`, `*${cutNotice(messages)}*\n`);
      break;
    }
    const text = writeMessage(archivedMessage(message));
    texts.push(text);
    length += text.length;
    messages++;
  }
  return texts.join('\n');
}

const cutNotice = (messages: number): string =>
  l10n.t(
    'Only the first {0} messages are shown. The archive of this session has them all.',
    number(messages),
  );
