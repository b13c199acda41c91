import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Secrets } from '../base/context.ts';
import { defined, isObject, type JsonValue } from '../base/core.ts';
import { fence } from '../archive/frontMatter.ts';
import { chunksOfFile } from '../archive/fileLines.ts';
import { transcriptBytes } from '../archive/rawCopy.ts';
import type { ArchiveInfo } from '../archive/types.ts';
import { peek } from '../files/way.ts';
import { idOf } from './localHistory.ts';
import { storable } from './members.ts';
import type { HubRecord, RecordVersion } from './types.ts';

/** What a piece holds at the most, bytes: of the text, which is searched, and of the copy of the transcript. */
const textBytes = 64 * 1024;
const copyBytes = 1024 * 1024;

/** What an archive consists of. */
export type ArchiveFile = 'text' | 'copy';

/** A piece of an archive as it leaves the machine. */
export interface ArchivePiece {
  readonly file: ArchiveFile;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** What an archive is called in the hub. */
export const archiveId = (archive: Pick<ArchiveInfo, 'session' | 'name'>): string =>
  idOf([archive.session, ownName(archive)]);

/** The name of an archive on the machine it was made on: here it may have another, where its own was taken. */
function ownName({ session, name }: Pick<ArchiveInfo, 'session' | 'name'>): string {
  const [, own, beginning = ''] = /^(.*)~([0-9a-f]{8})$/.exec(name) ?? [];
  return own !== undefined && idOf([session, own]).startsWith(beginning) ? own : name;
}

/** The name of an archive where its own belongs to another one. */
export const otherName = (name: string, id: string): string => `${name}~${id.slice(0, 8)}`;

/** Changes when the files of an archive do. */
export function markOfArchive({ path, raw }: ArchiveInfo): string {
  const files = [path, ...(raw === undefined ? [] : [`${dirname(path)}/raw/${basename(raw)}`])];
  return files.map((file) => stampOf(peek(file))).join(' ');
}

const stampOf = (stat: ReturnType<typeof peek>): string =>
  stat ? `${String(stat.size)}:${String(Math.floor(stat.mtimeMs))}` : '-';

/**
 * An archive in pieces, masked, first its text, then its copy of the transcript as far as it is there. Of an archive that grew
 * the pieces of what it held before are the same, but for its head and the last.
 */
export async function* piecesOf(masked: Secrets, archive: ArchiveInfo): AsyncGenerator<ArchivePiece> {
  const text = masked.chunks(chunksOfFile(archive.path));
  const own = ownName(archive);
  let isHead = true;
  for await (const bytes of cut(text, textBytes, endOfHead)) {
    yield pieceOf('text', isHead ? headNamed(bytes, archive.name, own) : bytes);
    isHead = false;
  }
  if (archive.raw === undefined) return;
  const folder = dirname(archive.path);
  if (peek(`${folder}/raw/${basename(archive.raw)}`) === undefined) return; // a person may have deleted it
  const copy = masked.chunks(transcriptBytes(folder, { raw: archive.raw }));
  for await (const bytes of cut(copy, copyBytes)) yield pieceOf('copy', bytes);
}

/** The beginning of a text that names the copy of an archive, which has got another name. */
export const headNamed = (bytes: Uint8Array, name: string, other: string): Uint8Array =>
  name === other
    ? bytes
    : Buffer.from(
        Buffer.from(bytes)
          .toString()
          .replace(`raw: "raw/${name}.`, () => `raw: "raw/${other}.`),
      );

/** The name of the copy of an archive that has got another name. */
export const copyNamed = (copy: string, name: string, other: string): string =>
  copy.startsWith(`${name}.`) ? other + copy.slice(name.length) : copy;

const pieceOf = (file: ArchiveFile, bytes: Uint8Array): ArchivePiece => ({
  ...{ file, bytes },
  digest: digestOfBytes(bytes),
});

export const digestOfBytes = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** Pieces of at most so many bytes, the first as long as `first` says; each ends with a line where one is not longer than half of it. */
async function* cut(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
  first?: (bytes: Buffer) => number | undefined,
): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  let isFirst = first !== undefined;
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk]);
    while (held.length > most) {
      const end = (isFirst ? first?.(held) : undefined) ?? endOfPiece(held, most);
      isFirst = false;
      yield held.subarray(0, end);
      held = Buffer.from(held.subarray(end));
    }
  }
  const end = (isFirst ? first?.(held) : undefined) ?? 0;
  if (end > 0) yield held.subarray(0, end);
  if (held.length > end) yield held.subarray(end);
}

function endOfPiece(bytes: Buffer, most: number): number {
  const line = bytes.lastIndexOf(0x0a, most - 1) + 1;
  if (line > most / 2) return line;
  let end = most;
  while (end > most - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--; // within a character
  return end;
}

/** Where the front matter ends, which changes whenever the archive grows; undefined without one. */
function endOfHead(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(`\n${fence}\n`, fence.length);
  return bytes.toString('latin1', 0, fence.length) === fence && end > 0 && end < textBytes
    ? end + fence.length + 2
    : undefined;
}

/** What the hub knows of an archive, whose pieces it has. */
export interface ArchiveRecord {
  readonly name: string;
  readonly session: string;
  readonly title: string;
  readonly agent?: string;
  readonly messages: number;
  /** When its last part was written, ISO 8601. */
  readonly archived?: string;
  /** Of its copy, in `raw/`. */
  readonly copy?: string;
  /** Digests, in their order. */
  readonly pieces: Readonly<Record<ArchiveFile, readonly string[]>>;
  /** Stands in the ids of its pieces: who sent them knows which are of use. */
  readonly by: string;
}

/** As it is written down of an archive, masked. */
export function archiveRecord(
  masked: Secrets,
  archive: ArchiveInfo,
  pieces: ArchiveRecord['pieces'],
  author: string,
): ArchiveRecord {
  const { session, agent, messages, raw, archived } = archive;
  const name = ownName(archive);
  const hasCopy = raw !== undefined && pieces.copy.length > 0;
  const copy = hasCopy ? copyNamed(basename(raw), archive.name, name) : undefined;
  const said = masked.value({ name, session, title: storable(archive.title), ...defined({ copy }) });
  return { ...said, ...defined({ agent }), messages, archived, pieces, by: author.slice(0, 8) };
}

export function parseArchiveRecord(body: JsonValue): ArchiveRecord | undefined {
  if (!isObject(body) || !isObject(body.pieces)) return undefined;
  const { name, session, title, agent, messages, archived, copy, pieces, by } = body;
  const lists = { text: stringsOf(pieces.text), copy: stringsOf(pieces.copy) };
  if (typeof name !== 'string' || typeof session !== 'string' || typeof by !== 'string') return undefined;
  if (!isFileName(name) || lists.text.length === 0 || (copy !== undefined && !isFileName(copy)))
    return undefined;
  return {
    ...{ name, session, by, pieces: lists },
    title: typeof title === 'string' ? title : name,
    messages: typeof messages === 'number' ? messages : 0,
    ...(typeof agent === 'string' && { agent }),
    ...(typeof copy === 'string' && { copy }),
    ...(typeof archived === 'string' && { archived }),
  };
}

/** What others wrote down may name no other place. */
const isFileName = (name: unknown): name is string =>
  typeof name === 'string' && /^[^.\\/\0][^\\/\0]*$/.test(name) && Buffer.byteLength(name) <= 240;

const stringsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Says what is in an archive, wherever its pieces came from. */
export const contentOfArchive = ({ pieces }: Pick<ArchiveRecord, 'pieces'>): string =>
  idOf([[...pieces.text], [...pieces.copy]]).slice(0, 24);

/** Ids of pieces have a dot, those of archives have none. */
export const pieceId = (archive: string, by: string, digest: string): string => `${archive}.${by}.${digest}`;

/** A piece as a record of its archive. */
export const pieceRecord = (
  { id, session }: { readonly id: string; readonly session: string },
  { file, bytes }: ArchivePiece,
  { time, author }: RecordVersion,
): HubRecord => ({
  ...{ kind: 'archive', id, time, author, deleted: false },
  body: { session, data: gzipSync(bytes).toString('base64') },
  text: file === 'text' ? Buffer.from(bytes).toString() : '',
});
