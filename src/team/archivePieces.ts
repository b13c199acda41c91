import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Secrets } from '../disk/base/context.ts';
import { defined, isObject, type JsonValue } from '../disk/base/core.ts';
import { fence } from '../history/archive/frontMatter.ts';
import { chunksOfFile } from '../history/archive/fileLines.ts';
import { transcriptBytes } from '../history/archive/rawCopy.ts';
import type { ArchiveInfo } from '../history/archive/types.ts';
import { fileFingerprint } from '../disk/files/fingerprint.ts';
import { lstatOwn } from '../disk/files/way.ts';
import { storable } from './members.ts';
import { idOf } from './recordBodies.ts';
import type { HubRecord, RecordVersion } from './types.ts';

/** Maximum bytes of a piece of the text, which is searched, and of the copy of the transcript. */
const textBytes = 64 * 1024;
const copyBytes = 1024 * 1024;

/** The files of an archive. */
export type ArchiveFile = 'text' | 'copy';

/** A piece of an archive as sent to the hub. */
export interface ArchivePiece {
  readonly file: ArchiveFile;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** Returns the archive's id in the hub. */
export const archiveId = (archive: Pick<ArchiveInfo, 'session' | 'name'>): string =>
  idOf([archive.session, ownName(archive)]);

/** Returns the name an archive has on the machine that made it; here it may be suffixed to avoid a conflict. */
function ownName({ session, name }: Pick<ArchiveInfo, 'session' | 'name'>): string {
  const [, own, beginning = ''] = /^(.*)~([0-9a-f]{8})$/.exec(name) ?? [];
  return own !== undefined && idOf([session, own]).startsWith(beginning) ? own : name;
}

/** Returns the name for an archive whose own name is already taken. */
export const alternativeName = (name: string, id: string): string => `${name}~${id.slice(0, 8)}`;

/** Returns a fingerprint of the archive's files. */
export function archiveFingerprint({ path, raw }: ArchiveInfo): string {
  const files = [path, ...(raw === undefined ? [] : [`${dirname(path)}/raw/${basename(raw)}`])];
  return files.map((file) => fileFingerprint(file) ?? '-').join(' ');
}

/**
 * Yields the masked pieces of an archive: first its text, then its copy of the transcript, if present. When an
 * archive grows, all earlier pieces stay the same except the head and the last one.
 */
export async function* piecesOf(masked: Secrets, archive: ArchiveInfo): AsyncGenerator<ArchivePiece> {
  const text = masked.chunks(chunksOfFile(archive.path));
  const own = ownName(archive);
  let isHead = true;
  for await (const bytes of cut(text, textBytes, endOfHead)) {
    yield pieceOf('text', isHead ? renameInHead(bytes, archive.name, own) : bytes);
    isHead = false;
  }
  if (archive.raw === undefined) return;
  const folder = dirname(archive.path);
  if (lstatOwn(`${folder}/raw/${basename(archive.raw)}`) === undefined) return; // a person may have deleted it
  const copy = masked.chunks(transcriptBytes(folder, { raw: archive.raw }));
  for await (const bytes of cut(copy, copyBytes)) yield pieceOf('copy', bytes);
}

/** Replaces the archive's name in the head of its text, where the copy is named. */
export const renameInHead = (bytes: Uint8Array, name: string, other: string): Uint8Array =>
  name === other
    ? bytes
    : Buffer.from(
        Buffer.from(bytes)
          .toString()
          .replace(`raw: "raw/${name}.`, () => `raw: "raw/${other}.`),
      );

/** Returns the name of an archive's copy after the archive was renamed. */
export const renamedCopy = (copy: string, name: string, other: string): string =>
  copy.startsWith(`${name}.`) ? other + copy.slice(name.length) : copy;

const pieceOf = (file: ArchiveFile, bytes: Uint8Array): ArchivePiece => ({
  file,
  bytes,
  digest: digestOfBytes(bytes),
});

export const digestOfBytes = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/**
 * Cuts bytes into pieces of at most `most`, the first as long as `first` returns, preferably at a line end in the
 * second half.
 */
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
  while (end > most - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--; // inside a character
  return end;
}

/** Returns where the front matter, which changes whenever the archive grows, ends; undefined without one. */
function endOfHead(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(`\n${fence}\n`, fence.length);
  return bytes.toString('latin1', 0, fence.length) === fence && end > 0 && end < textBytes
    ? end + fence.length + 2
    : undefined;
}

/** The body of an archive's record, which lists its pieces. */
export interface ArchiveRecord {
  readonly name: string;
  readonly session: string;
  readonly title: string;
  readonly agent?: string;
  readonly messages: number;
  /** When its last part was written, ISO 8601. */
  readonly archived?: string;
  /** Name of its copy in `raw/`. */
  readonly copy?: string;
  /** Digests in order. */
  readonly pieces: Readonly<Record<ArchiveFile, readonly string[]>>;
  /**
   * Prefix of its pieces' ids, which identifies the sending folder: only that folder knows which pieces are still
   * needed.
   */
  readonly by: string;
}

/** Creates the masked body of an archive's record. */
export function archiveRecord(
  masked: Secrets,
  archive: ArchiveInfo,
  pieces: ArchiveRecord['pieces'],
  author: string,
): ArchiveRecord {
  const { session, agent, messages, raw, archived } = archive;
  const name = ownName(archive);
  const hasCopy = raw !== undefined && pieces.copy.length > 0;
  const copy = hasCopy ? renamedCopy(basename(raw), archive.name, name) : undefined;
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
    name,
    session,
    by,
    pieces: lists,
    title: typeof title === 'string' ? title : name,
    messages: typeof messages === 'number' ? messages : 0,
    ...(typeof agent === 'string' && { agent }),
    ...(typeof copy === 'string' && { copy }),
    ...(typeof archived === 'string' && { archived }),
  };
}

/** Rejects paths: a name from the hub must not point outside the folder. */
const isFileName = (name: unknown): name is string =>
  typeof name === 'string' && /^[^.\\/\0][^\\/\0]*$/.test(name) && Buffer.byteLength(name) <= 240;

const stringsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Returns a digest of the archive's content, independent of who sent its pieces. */
export const archiveDigest = ({ pieces }: Pick<ArchiveRecord, 'pieces'>): string =>
  idOf([[...pieces.text], [...pieces.copy]]).slice(0, 24);

/** Ids of pieces contain dots; ids of archives do not. */
export const pieceId = (archive: string, by: string, digest: string): string => `${archive}.${by}.${digest}`;

/** Creates the record of a piece. */
export const pieceRecord = (
  { id, session }: { readonly id: string; readonly session: string },
  { file, bytes }: ArchivePiece,
  { time, author }: RecordVersion,
): HubRecord => ({
  kind: 'archive',
  id,
  time,
  author,
  deleted: false,
  body: { session, data: gzipSync(bytes).toString('base64') },
  text: file === 'text' ? Buffer.from(bytes).toString() : '',
});
