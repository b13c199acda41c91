import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { extname, join } from 'node:path';
import { errno, StoreError } from '../errors.ts';
import { syncFile, syncFolder, temporarySuffix } from '../files/atomic.ts';
import type { Lease } from '../files/lock.ts';
import { placeNew } from '../files/placeNew.ts';
import { titleOfTime } from '../transcripts/titles.ts';
import type { TranscriptStream } from '../transcripts/types.ts';
import { writeBody, type Body } from './body.ts';
import { chunksOfFile } from './fileLines.ts';
import { writeHead } from './frontMatter.ts';
import { KnownMessages } from './knownMessages.ts';
import { endOfArchive } from './markdown.ts';
import { archiveName, numbered } from './names.ts';
import { earlierParts } from './parts.ts';
import { heldOf, rawFolder, writeRest } from './rawCopy.ts';
import type { ArchiveInfo, ArchiveOptions, ArchiveOutcome, Transcript } from './types.ts';

/** Where a transcript is archived, under the lock of that folder. */
export interface Place {
  /** Absolute path of `.conversations`, which exists. */
  readonly folder: string;
  readonly lease: Lease;
  /** Milliseconds. */
  readonly now: number;
}

/** Archives what is new in a transcript: first its bytes are copied, then the copy is read, so that both agree. */
export async function archiveTranscript(
  transcript: Transcript,
  options: ArchiveOptions,
  place: Place,
): Promise<ArchiveOutcome> {
  const { mtimeMs } = await transcriptFile(transcript.path);
  const temporary = temporaryFiles(place.folder);
  try {
    await fs.promises.copyFile(transcript.path, temporary.raw, fs.constants.COPYFILE_FICLONE);
    await fs.promises.chmod(temporary.raw, 0o600);
    const sessionId = options.session === undefined ? {} : { sessionId: options.session };
    const source = { path: transcript.path, mtimeMs, ...sessionId };
    const stream = await transcript.stream(() => chunksOfFile(temporary.raw), source);
    const { sessionId: session } = stream.header;
    const { parts, damaged } = await earlierParts(place.folder, session);
    const known = new KnownMessages();
    for (const part of parts) {
      const damage = await known.addPart(part);
      if (damage) damaged.push(damage);
    }
    const body = await writeBody(temporary.body, stream, known, { ...options, now: place.now });
    assertReadable(transcript.path, body.read, stream.header.omitted.unreadable);
    if (body.messages === 0) return { state: 'unchanged', session, parts: parts.map(({ name }) => name) };
    const earlier = parts.at(-1);
    const rawBefore = await keepRest(temporary, place.folder, earlier);
    const head = { ...headOf(stream, body, { options, now: place.now, earlier }), ...rawBefore };
    return { state: 'archived', archive: await commit(head, transcript.path, temporary, place), damaged };
  } finally {
    for (const file of Object.values(temporary)) await fs.promises.rm(file, { force: true });
  }
}

async function transcriptFile(path: string): Promise<fs.Stats> {
  let stats: fs.Stats;
  try {
    stats = await fs.promises.stat(path);
  } catch (error) {
    if (errno(error) !== 'ENOENT' && errno(error) !== 'ENOTDIR') throw error;
    throw new StoreError('not_found', `There is no transcript at ${path}. Check the path.`, { path });
  }
  if (stats.isFile()) return stats;
  const what = stats.isDirectory() ? 'a folder' : 'no regular file';
  throw new StoreError('invalid_argument', `${path} is ${what}; give the path of a transcript.`, { path });
}

/** An archive without any message of a file that holds something would pass for one that has it. */
function assertReadable(path: string, read: number, unreadable: number): void {
  if (read > 0 || unreadable === 0) return;
  const what = `${unreadable} of its records ${unreadable === 1 ? 'is' : 'are'}`;
  throw new StoreError(
    'damaged',
    `No message of ${JSON.stringify(path)} can be read (${what} damaged, too long or not of this agent's form), so nothing was archived. Repair the file, or give the path of another transcript.`,
    { path, unreadable },
  );
}

/** Leaves in the copy only what the copies of earlier parts do not hold, and says which of them come before it. */
async function keepRest(
  { raw, rest }: Temporary,
  folder: string,
  earlier: ArchiveInfo | undefined,
): Promise<Pick<ArchiveInfo, 'rawBefore'>> {
  const { before, bytes } = await heldOf(raw, folder, earlier);
  if (before.length === 0) return {};
  await writeRest(raw, bytes, rest);
  await fs.promises.rename(rest, raw);
  return { rawBefore: before };
}

type Temporary = Readonly<Record<'raw' | 'rest' | 'body' | 'whole', string>>;

function temporaryFiles(folder: string): Temporary {
  const name = randomBytes(4).toString('hex');
  return {
    raw: join(folder, rawFolder, `${name}${temporarySuffix}`),
    rest: join(folder, rawFolder, `${name}.rest${temporarySuffix}`),
    body: join(folder, `${name}.body${temporarySuffix}`),
    whole: join(folder, `${name}.md${temporarySuffix}`),
  };
}

type Head = Omit<ArchiveInfo, 'name' | 'path' | 'raw'>;

function headOf(
  { header }: TranscriptStream,
  body: Body,
  { options, now, earlier }: { options: ArchiveOptions; now: number; earlier: ArchiveInfo | undefined },
): Head {
  const { sessionId, source, title, cwd, gitBranch, startTime, lastUpdated, omitted } = header;
  return {
    session: sessionId,
    ...(source !== undefined && { agent: source }),
    title: title ?? body.title ?? titleOfTime(startTime),
    ...(cwd !== undefined && { project: cwd }),
    ...(gitBranch !== undefined && { branch: gitBranch }),
    started: startTime,
    updated: lastUpdated,
    archived: new Date(now).toISOString(),
    messages: body.messages,
    user: body.user,
    assistant: body.assistant,
    ...(body.subagents > 0 && { subagents: body.subagents }),
    part: (earlier?.part ?? 0) + 1,
    ...(earlier && { previous: earlier.name }),
    ...(options.event !== undefined && { event: options.event }),
    ...(options.trigger !== undefined && { trigger: options.trigger }),
    ...omitted,
  };
}

/** Gives both files the first name that neither has taken; the Markdown last, for with it the archive is there. */
async function commit(
  head: Head,
  transcript: string,
  temporary: Temporary,
  place: Place,
): Promise<ArchiveInfo> {
  const { folder, lease } = place;
  const assertHeld = () => lease.assertHeld();
  const wanted = archiveName(head.title, head.session, place.now);
  const ending = extname(transcript) === '.json' ? '.json' : '.jsonl';
  await syncFile(temporary.raw);
  for (let n = 1; ; n++) {
    const name = numbered(wanted, n);
    const path = join(folder, `${name}.md`);
    const raw = `${rawFolder}/${name}${ending}`;
    if (fs.existsSync(path) || fs.existsSync(join(folder, raw))) continue;
    await fs.promises.rm(temporary.whole, { force: true });
    await writeWhole(temporary, writeHead({ ...head, raw }));
    if (!(await placeNew(temporary.raw, join(folder, raw), assertHeld))) continue;
    await syncFolder(join(folder, rawFolder));
    if (!(await placeNew(temporary.whole, path, assertHeld)))
      throw new StoreError('busy', `Somebody else made ${path} just now. Try again.`, { path });
    await syncFolder(folder);
    return { name, path, ...head, raw };
  }
}

async function writeWhole({ whole, body }: Temporary, head: string): Promise<void> {
  const handle = await fs.promises.open(whole, 'wx');
  try {
    await handle.writeFile(head);
    for await (const chunk of chunksOfFile(body)) await handle.writeFile(chunk);
    await handle.writeFile(endOfArchive);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
