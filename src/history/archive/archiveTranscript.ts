import { defined, isoTime, StoreError } from '../../disk/base/core.ts';
import { join } from 'node:path';
import { removeFile } from '../../disk/files/folders.ts';
import { fileAt } from '../../disk/files/way.ts';
import { forgottenText } from '../../disk/secrets/forgotten.ts';
import { titleOfTime } from '../../agents/reading/titles.ts';
import type { Omissions, TranscriptStream } from '../../agents/reading/types.ts';
import type { ArchivedPlace } from './archivedPlace.ts';
import { writeBody, type Body } from './body.ts';
import { ComparedMessages, StoredConversation } from './comparedMessages.ts';
import { KnownMessages } from './knownMessages.ts';
import { openTranscript, type OpenedTranscript } from './openedTranscript.ts';
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
import { copiedPrefixOf, copiesOf, maxBefore, writeCopy } from './rawCopy.ts';
import type { ArchiveInfo, ArchiveOptions, ArchiveOutcome, Transcript, DamagedArchive } from './types.ts';
import { shortSession } from './names.ts';

/** What came of archiving, and where it goes on. */
export interface ArchiveRun {
  readonly outcome: ArchiveOutcome;
  /** Undefined if nothing was added, or it cannot go on. */
  readonly next?: ArchivedPlace | undefined;
}

/**
 * Archives the new content of a transcript, from a place on. The masked copy is written first and then read, so that
 * copy and Markdown agree. `reaches back` if all of the transcript must be read.
 */
export async function archiveTranscript(
  transcript: Transcript,
  options: ArchiveOptions,
  place: ArchiveLocation,
  from?: ArchivedPlace,
): Promise<ArchiveRun | 'reaches back'> {
  const temporary = temporaryFiles(place.folder);
  try {
    options.signal?.throwIfAborted();
    const { secrets } = place;
    const opened = await openTranscript(transcript, { copy: temporary.raw, options, secrets, from });
    if (opened === 'reaches back') return opened;
    const { sessionId: session } = opened.stream.header;
    if (secrets.text(session).includes(forgottenText))
      return { outcome: { state: 'unchanged', session, parts: [], compactions: 0 } };
    const { path } = transcript;
    const work = { path, opened, stream: opened.stream, temporary, options, place };
    return await (from ? archiveOn(from, work) : archiveWhole(work));
  } finally {
    // Files that cannot be deleted now are swept by a later archive.
    for (const file of Object.values(temporary)) await removeFile(file).catch(() => undefined);
  }
}

/** Inputs for archiving one transcript. */
interface ArchiveWork {
  readonly path: string;
  readonly opened: OpenedTranscript;
  readonly stream: TranscriptStream;
  readonly temporary: Temporary;
  readonly options: ArchiveOptions;
  readonly place: ArchiveLocation;
}

/** Archives what follows a place, behind the parts of which that tells. */
async function archiveOn(from: ArchivedPlace, work: ArchiveWork): Promise<ArchiveRun | 'reaches back'> {
  const { sessionId: session } = work.stream.header;
  const { parts } = await earlierParts(work.place, session);
  const earlier = parts.at(-1);
  if (!earlier || session !== from.session || earlier.open !== undefined) return 'reaches back';
  const copies = copiesOf(earlier).length;
  if (work.options.withoutCopy !== true && (copies === 0 || copies > maxBefore)) return 'reaches back';
  const known = new ComparedMessages(new StoredConversation(from.messages), work.opened.noted);
  const added = await addPart({ known, earlier, archivedBytes: from.rest.bytes }, work);
  return added === 'reaches back' ? added : runOf(added, { parts, damaged: [], known }, work);
}

async function archiveWhole(work: ArchiveWork): Promise<ArchiveRun | 'reaches back'> {
  const { noted } = work.opened;
  const { parts, damaged } = await earlierParts(work.place, work.stream.header.sessionId);
  // The copy of a part that may grow is passed along.
  const open = work.options.withoutCopy ? undefined : await openPart(parts.at(-1), rawEnding(work.path));
  const closed = open ? parts.slice(0, -1) : parts;
  const before = new KnownMessages();
  for (const part of closed) {
    const { damage } = await before.addPart(part);
    if (damage) damaged.push(damage);
  }
  if (open) {
    const growth = new Growth(before, open.known);
    const known = new ComparedMessages(growth, noted);
    const archive = await grow({ open, known, growth, earlier: closed.at(-1) }, work);
    if (archive) return runOf({ archive }, { parts, damaged, known }, work);
    before.addAll(open.known);
  }
  const known = new ComparedMessages(before, noted);
  const added = await addPart({ known, earlier: parts.at(-1) }, work);
  return added === 'reaches back' ? added : runOf(added, { parts, damaged, known }, work);
}

interface Compared {
  readonly parts: readonly ArchiveInfo[];
  readonly damaged: readonly DamagedArchive[];
  readonly known: ComparedMessages;
}

async function runOf(
  { archive, ...rest }: AddedPart,
  { parts, damaged, known }: Compared,
  { opened, stream }: ArchiveWork,
): Promise<ArchiveRun> {
  const { compactions } = opened.progress;
  const about = { ...rest, compactions };
  if (archive === 'unchanged') {
    const names = parts.map(({ name }) => name);
    return { outcome: { state: archive, session: stream.header.sessionId, parts: names, ...about } };
  }
  const next = damaged.length > 0 ? undefined : await opened.next(known.state);
  return { outcome: { state: 'archived', archive, damaged, ...about }, next };
}

interface EarlierParts {
  readonly known: ComparedMessages;
  /** The part before the one to write. */
  readonly earlier: ArchiveInfo | undefined;
  /** Number of bytes at the beginning of the copy that earlier copies hold; default to be compared. */
  readonly archivedBytes?: number | undefined;
}

interface AddedPart {
  readonly archive: ArchiveInfo | 'unchanged';
  readonly summaryOf?: string;
}

async function addPart(
  { known, earlier, archivedBytes }: EarlierParts,
  work: ArchiveWork,
): Promise<AddedPart | 'reaches back'> {
  const { path, stream, temporary, options, place } = work;
  await removeFile(temporary.body);
  const body = await bodyOf(known, work);
  if (known.isUnsure) return 'reaches back';
  const isUnread = body.read === 0 && options.allowUnreadable === true && isMisread(stream.header.omitted);
  if (!isUnread) assertReadable(path, body.read, stream.header.omitted.unreadable);
  const { summaryOf } = body;
  const unchanged = { archive: 'unchanged' as const, ...defined({ summaryOf }) };
  if (body.messages === 0 && !isUnread) return unchanged;
  const { from, ...rawBefore } = options.withoutCopy
    ? {}
    : await keepRest(temporary, place.folder, { earlier, archivedBytes });
  // For a transcript that cannot be read, only bytes can be new.
  if (isUnread && (from === undefined || from === fileAt(temporary.raw)?.size)) return unchanged;
  options.signal?.throwIfAborted();
  const head = {
    ...headOf(body, work, earlier),
    ...rawBefore,
  };
  return { ...unchanged, archive: await commit(head, { path, from }, temporary, place) };
}

/** Writes the messages that the parts lack. */
function bodyOf(known: ComparedMessages, { stream, opened, temporary, options, place }: ArchiveWork) {
  const { progress } = opened;
  progress.onSettled = () => known.settle();
  const about = { ...options, now: place.now, timeBefore: progress.timeBefore };
  return writeBody(temporary.body, stream, known, about);
}

/**
 * Rewrites an open part with later messages; returns undefined if that would lose something, or a compaction closed the
 * part.
 */
async function grow(
  { open, known, growth, earlier }: EarlierParts & { readonly open: OpenPart; readonly growth: Growth },
  work: ArchiveWork,
): Promise<ArchiveInfo | 'unchanged' | undefined> {
  const { temporary, options, place } = work;
  const { info } = open;
  const body = await bodyOf(known, work);
  if (!growth.fits || options.compactSummary !== undefined) return undefined;
  if (growth.added === 0) return 'unchanged';
  const rawBefore = await growCopy(temporary, place.folder, { info, earlier });
  if (rawBefore === undefined) return undefined;
  const head = headOf(body, work, earlier);
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
    const { rawBefore } = await keepRest(temporary, folder, { earlier });
    return defined({ rawBefore });
  }
  const { bytes } = await copiedPrefixOf(raw, folder, info);
  if (bytes === 0) return undefined;
  await writeCopy(raw, bytes, rest, join(folder, info.raw));
  return defined({ rawBefore: info.rawBefore });
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

/** Compresses the bytes that earlier copies lack, and lists the copies that precede them. */
async function keepRest(
  { raw, rest }: Temporary,
  folder: string,
  { earlier, archivedBytes }: Pick<EarlierParts, 'earlier' | 'archivedBytes'>,
): Promise<Pick<ArchiveInfo, 'rawBefore'> & { readonly from: number }> {
  const { before, bytes } =
    earlier && archivedBytes !== undefined
      ? { before: copiesOf(earlier), bytes: archivedBytes }
      : await copiedPrefixOf(raw, folder, earlier);
  await writeCopy(raw, bytes, rest);
  return before.length === 0 ? { from: 0 } : { from: bytes, rawBefore: before };
}

function headOf(
  body: Body,
  { stream: { header }, opened: { secrets }, options, place: { now } }: ArchiveWork,
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
