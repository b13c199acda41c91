import {
  Disposable as Registration,
  EventEmitter,
  type FileChangeEvent,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  Uri,
  workspace,
} from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { isObject, jsonOf } from '../../disk/base/core.ts';
import { Disposable } from '../base/disposable.ts';
import { projectOf, type Projects } from '../base/projects.ts';
import type { WindowSessions } from '../sessions/sessionLists.ts';
import type { RowDrag } from '../tree/rowDrag.ts';
import { rowName } from './rowName.ts';

/** Also in the manifest, so that a document left open is restored after a reload. */
const scheme = 'history-row';
/** How long content is cached: its length is requested right before it is read. Milliseconds. */
const keptMs = 3_000;
/** Maximum characters of a document's name. */
const longestName = 60;

interface Read {
  readonly bytes: Uint8Array;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * A read-only file system with trees' rows as Markdown, since chats attach only files. Content is created on demand.
 */
export class RowDocuments extends Disposable implements FileSystemProvider, RowDrag {
  readonly #projects: Projects;
  readonly #lists: WindowSessions;
  readonly #clock: Clock;
  readonly #changed = this._register(new EventEmitter<FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  #last: { readonly key: string; readonly read: Read } | undefined;

  constructor(projects: Projects, lists: WindowSessions, clock: Clock) {
    super();
    this.#projects = projects;
    this.#lists = lists;
    this.#clock = clock;
    const options = { isReadonly: true, isCaseSensitive: true };
    this._register(workspace.registerFileSystemProvider(scheme, this, options));
  }

  uriOf(row: unknown, title: string): Uri | undefined {
    const project = projectOf(row, this.#projects);
    const name = rowName(row);
    if (project === undefined || name === undefined) return undefined;
    const words = title.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, longestName);
    const query = JSON.stringify({ root: project.root, ...name });
    return Uri.from({ scheme, path: `/${words.trim() || name.kind}.md`, query });
  }

  async textOf(uris: readonly Uri[]): Promise<string> {
    const texts: string[] = [];
    for (const uri of uris) texts.push(Buffer.from(await this.readFile(uri)).toString('utf8'));
    return texts.join('\n\n');
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { bytes, at } = await this.#read(uri);
    return { type: FileType.File, ctime: 0, mtime: at, size: bytes.length };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  /** A document stays as it was when dropped. */
  watch(): Registration {
    return new Registration(() => undefined);
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory = refuse;
  writeFile = refuse;
  delete = refuse;
  rename = refuse;

  async #read(uri: Uri): Promise<Read> {
    const key = uri.toString();
    const now = this.#clock.now();
    if (this.#last?.key === key && now - this.#last.read.at < keptMs) return this.#last.read;
    const read = { bytes: Buffer.from(await this.#text(uri)), at: now };
    this.#last = { key, read };
    return read;
  }

  async #text(uri: Uri): Promise<string> {
    const query = jsonOf(uri.query);
    const root = isObject(query) ? query.root : undefined;
    const project = typeof root === 'string' ? this.#projects.find(root) : undefined;
    const name = rowName(query);
    if (project === undefined || name === undefined) throw FileSystemError.FileNotFound(uri);
    const { rowText } = await import('./rowText.ts'); // rarely needed
    const text = await rowText(project, name, this.#lists);
    if (text === undefined) throw FileSystemError.FileNotFound(uri);
    return text;
  }
}

const refuse = (): never => {
  throw FileSystemError.NoPermissions();
};
