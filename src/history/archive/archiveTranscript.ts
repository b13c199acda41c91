import { defined, isoTime, StoreError } from '../../disk/base/core.ts';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../../disk/files/folders.ts';
import { foreignFile } from '../../disk/files/foreign.ts';
import { fileAt } from '../../disk/files/way.ts';
import { forgottenText } from '../../disk/secrets/forgotten.ts';
import { titleOfTime } from '../../agents/reading/titles.ts';
import type { Omissions, TranscriptStream } from '../../agents/reading/types.ts';
import { fileChunks, withoutSecrets } from '../../agents/reading/whole.ts';
import { writeBody, type Body } from './body.ts';
import { chunksOfFile } from './fileLines.ts';
import { KnownMessages } from './knownMessages.ts';
import { Growth, openPart, type OpenPart } from './openPart.ts';
import {
  commit,
  rawEnding,
  replace,
  temporaryFiles,
  wholeEnding,
  type Head,
  type ArchiveLocation,
  type Temporary,
} from './partFiles.ts';
import { copyMasked, copiedPrefixOf, writeCopy } from './rawCopy.ts';
import type { ArchiveInfo, ArchiveOptions, ArchiveOutcome, Transcript, DamagedArchive } from './types.ts';
import { shortSession } from './names.ts';

/**
 * Archives the new content of a transcript. The masked copy is written first and then read, so that copy and Markdown
 * agree.
 */
export async function archiveTranscript(
  transcript: Transcript,
  options: ArchiveOptions,
  place: ArchiveLocation,
): Promise<ArchiveOutcome> {
  const temporary = temporaryFiles(place.folder);
  try {
    options.signal?.throwIfAborted();
    const { mtimeMs, open } = (await transcript.content?.()) ?? (await fileContent(transcript.path));
    const { masked: secrets } = await place.secrets.counted(() =>
      copyMasked(open(), temporary.raw, place.secrets),
    );
    const sessionId = options.session === undefined ? {} : { sessionId: options.session };
    const source = { path: transcript.path, mtimeMs, ...sessionId };
    const stream = await transcript.stream(
      () => untilAborted(chunksOfFile(temporary.raw, 0, Infinity), options),
      source,
    );
    return await archiveStream(withoutSecrets(stream, place.secrets), transcript.path, {
      temporary,
      options,
      place,
      secrets,
    });
  } finally {
    // Files that cannot be deleted now are swept by a later archive.
    for (const file of Object.values(temporary)) await removeFile(file).catch(() => undefined);
  }
}

async function fileContent(path: string) {
  const { mtimeMs } = await transcriptFile(path);
  return { mtimeMs, open: () => fileChunks(path) };
}

/** Inputs for archiving one transcript. */
interface ArchiveWork {
  readonly temporary: Temporary;
  readonly options: ArchiveOptions;
  readonly place: ArchiveLocation;
  /** Number of masked secrets. */
  readonly secrets: number;
}

async function archiveStream(
  stream: TranscriptStream,
  path: string,
  work: ArchiveWork,
): Promise<ArchiveOutcome> {
  const { sessionId: session } = stream.header;
  if (work.place.secrets.text(session).includes(forgottenText))
    return { state: 'unchanged', session, parts: [] };
  const { parts, damaged } = await earlierParts(work.place, session);
  // The copy of a part that may grow is passed along.
  const open = work.options.withoutCopy ? undefined : await openPart(parts.at(-1), rawEnding(path));
  const closed = open ? parts.slice(0, -1) : parts;
  const known = new KnownMessages();
  for (const part of closed) {
    const { damage } = await known.addPart(part);
    if (damage) damaged.push(damage);
  }
  const grown = open && (await grow(stream, { open, known, earlier: closed.at(-1) }, work));
  if (open && !grown) known.addAll(open.known);
  const added = grown
    ? { archive: grown }
    : await addPart(stream, path, { known, earlier: parts.at(-1) }, work);
  const { archive, ...rest } = added;
  if (archive === 'unchanged')
    return { state: archive, session, parts: parts.map(({ name }) => name), ...rest };
  return { state: 'archived', archive, damaged, ...rest };
}

interface EarlierParts {
  readonly known: KnownMessages;
  /** The part before the one to write. */
  readonly earlier: ArchiveInfo | undefined;
}

interface AddedPart {
  readonly archive: ArchiveInfo | 'unchanged';
  readonly summaryOf?: string;
}

async function addPart(
  stream: TranscriptStream,
  path: string,
  { known, earlier }: EarlierParts,
  { temporary, options, place, secrets }: ArchiveWork,
): Promise<AddedPart> {
  await removeFile(temporary.body);
  const body = await writeBody(temporary.body, stream, known, { ...options, now: place.now });
  const isUnread = body.read === 0 && options.allowUnreadable === true && isMisread(stream.header.omitted);
  if (!isUnread) assertReadable(path, body.read, stream.header.omitted.unreadable);
  const { summaryOf } = body;
  const unchanged = { archive: 'unchanged' as const, ...defined({ summaryOf }) };
  if (body.messages === 0 && !isUnread) return unchanged;
  const { from, ...rawBefore } = options.withoutCopy ? {} : await keepRest(temporary, place.folder, earlier);
  // For a transcript that cannot be read, only bytes can be new.
  if (isUnread && (from === undefined || from === fileAt(temporary.raw)?.size)) return unchanged;
  options.signal?.throwIfAborted();
  const head = {
    ...headOf(stream, body, { options, place, secrets }, earlier),
    ...rawBefore,
  };
  return { ...unchanged, archive: await commit(head, { path, from }, temporary, place) };
}

/**
 * Rewrites an open part with later messages; returns undefined if that would lose something, or a compaction closed the
 * part.
 */
async function grow(
  stream: TranscriptStream,
  { open, known, earlier }: EarlierParts & { readonly open: OpenPart },
  { temporary, options, place, secrets }: ArchiveWork,
): Promise<ArchiveInfo | 'unchanged' | undefined> {
  const { info } = open;
  const growth = new Growth(known, open.known);
  const body = await writeBody(temporary.body, stream, growth, { ...options, now: place.now });
  if (!growth.fits || options.compactSummary !== undefined) return undefined;
  if (growth.added === 0) return 'unchanged';
  const rawBefore = await growCopy(temporary, place.folder, { info, earlier });
  if (rawBefore === undefined) return undefined;
  const head = headOf(stream, body, { options, place, secrets }, earlier);
  return replace({ ...head, ...rawBefore, part: info.part, raw: info.raw }, info, temporary, place);
}

/** Replaces a copy only by one that contains it; JSON that is not lines is rewritten as a whole by its agent. */
async function growCopy(
  temporary: Temporary,
  folder: string,
  { info, earlier }: Pick<OpenPart, 'info'> & Pick<EarlierParts, 'earlier'>,
): Promise<Pick<ArchiveInfo, 'rawBefore'> | undefined> {
  const { raw, rest } = temporary;
  if (info.raw.endsWith(wholeEnding)) {
    const { rawBefore } = await keepRest(temporary, folder, earlier);
    return defined({ rawBefore });
  }
  const { bytes } = await copiedPrefixOf(raw, folder, info);
  if (bytes === 0) return undefined;
  await writeCopy(raw, bytes, rest, join(folder, info.raw));
  return defined({ rawBefore: info.rawBefore });
}

async function transcriptFile(path: string): Promise<Stats> {
  const stats = await foreignFile(path);
  if (stats) return stats;
  throw new StoreError('not_found', `There is no transcript at ${path}. Check the path.`, { path });
}

/** Refuses to archive a non-empty file without any message, since the archive would appear complete. */
function assertReadable(path: string, read: number, unreadable: number): void {
  if (read > 0 || unreadable === 0) return;
  const what = `${unreadable} of its records ${unreadable === 1 ? 'is' : 'are'}`;
  throw new StoreError(
    'damaged',
    `No message of ${JSON.stringify(path)} can be read (${what} damaged, too long or not of this agent's form), so nothing was archived. Repair the file, or give the path of another transcript.`,
    { path, unreadable },
  );
}

/** Whether a reader failed to understand something, other than files without messages. */
const isMisread = ({ unreadable, unknown }: Omissions): boolean => unreadable > 0 || unknown !== undefined;

async function* untilAborted(
  chunks: AsyncIterable<Uint8Array>,
  { signal }: ArchiveOptions,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

/** Compresses the bytes that earlier copies lack, and lists the copies that precede them. */
async function keepRest(
  { raw, rest }: Temporary,
  folder: string,
  earlier: ArchiveInfo | undefined,
): Promise<Pick<ArchiveInfo, 'rawBefore'> & { readonly from: number }> {
  const { before, bytes } = await copiedPrefixOf(raw, folder, earlier);
  await writeCopy(raw, bytes, rest);
  return before.length === 0 ? { from: 0 } : { from: bytes, rawBefore: before };
}

function headOf(
  { header }: TranscriptStream,
  body: Body,
  { options, place: { now }, secrets }: Omit<ArchiveWork, 'temporary'>,
  earlier: ArchiveInfo | undefined,
): Head {
  const { sessionId, source, title, cwd, gitBranch, startTime, lastUpdated, omitted, version } = header;
  return {
    session: sessionId,
    ...defined({ agent: source, assistantName: options.assistantName }),
    title: title ?? body.title ?? titleOfTime(startTime),
    ...defined({ project: cwd, branch: gitBranch, automated: header.isAutomated }),
    ...defined({ recovered: options.recovered }),
    started: startTime,
    updated: lastUpdated,
    archived: isoTime(now),
    messages: body.messages,
    user: body.user,
    assistant: body.assistant,
    ...(body.subagents > 0 && { subagents: body.subagents }),
    part: (earlier?.part ?? 0) + 1,
    ...(earlier && { previous: earlier.name }),
    ...defined({ event: options.event, trigger: options.trigger }),
    [options.goesOn === true ? 'open' : 'digest']: body.digest,
    ...omitted,
    ...(secrets > 0 && { secrets }),
    ...(omitted.unknown && defined({ version })),
  };
}

/** Reads a session's parts, oldest first, from their front matter, and lists damaged files named like parts. */
async function earlierParts(
  { archivesOf }: ArchiveLocation,
  session: string,
): Promise<{ readonly parts: ArchiveInfo[]; readonly damaged: DamagedArchive[] }> {
  const { archives, damaged } = await archivesOf(session);
  const named = new RegExp(`-${shortSession(session)}(-\\d+)?$`);
  return {
    parts: archives.toSorted((a, b) => a.part - b.part),
    damaged: damaged.filter(({ name }) => named.test(name)),
  };
}
