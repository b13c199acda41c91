import type { Secrets } from '../../disk/base/context.ts';
import { defined, StoreError, type JsonValue } from '../../disk/base/core.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { transcripts } from '../../agents/readTranscript.ts';
import { copied } from '../../agents/reading/lines.ts';
import { JsonRecords } from '../../agents/reading/records.ts';
import type { Agent, OpenTranscript } from '../../agents/reading/types.ts';
import { firstBytes } from '../../agents/reading/whole.ts';
import { Examples } from './examples.ts';
import { readingOf, type SampledContent, unknownAmong } from './reading.ts';
import { shapeOfText, type HoldsSecret } from './shape.ts';
import { tablesOf, type TableShape } from './tables.ts';
import { mainListOf } from './mainList.ts';
import { misreadIn, type IsMisread } from './misread.ts';

/**
 * The shape of what was not understood of a session, without its texts.
 *
 * `understood`: everything was; `unknown`: some kinds of records were not; `silent`: no message was found; `stranger`: no
 * agent is known that writes such; `tables`: a database; `damaged`: nothing of its records can be read; `binary`, `text`,
 * `empty`: there are none.
 */
export interface SessionSample {
  readonly state:
    | 'understood'
    | 'unknown'
    | 'silent'
    | 'stranger'
    | 'tables'
    | 'damaged'
    | 'binary'
    | 'text'
    | 'empty';
  readonly agent?: Agent;
  /** Version of the agent's program. */
  readonly version?: string;
  /** Number of records or parts of them by unknown kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Number of lines that are no whole records. */
  readonly unreadable: number;
  /** Shapes of records, in their order. */
  readonly records: readonly JsonValue[];
  readonly tables: readonly TableShape[];
}

/** A session by its path, and its agent if that is known. */
export interface SampledSession {
  readonly path: string;
  readonly agent?: Agent;
}

/** Samples what readers do not understand of a session, a file or a database. Throws for what cannot be opened. */
export const sampleOf = (session: SampledSession, secrets: Secrets): Promise<SessionSample> =>
  withStoreErrors(async () => {
    const { open, mtimeMs } = await transcripts.contentOf(session.path);
    const holdsSecret: HoldsSecret = (text) => secrets.text(text) !== text;
    const head = await headOf(open);
    if (head.subarray(0, 15).toString('latin1') === 'SQLite format 3')
      return { ...nothing, state: 'tables', tables: await tablesOf(session.path, holdsSecret) };
    const agent = session.agent ?? (await agentAt(session.path));
    if (agent === undefined) return sampleOfStranger(open, head, holdsSecret);
    return sampleOfAgent({ agent, open, source: { path: session.path, mtimeMs } }, head, holdsSecret);
  });

const nothing = { kinds: {}, unreadable: 0, records: [], tables: [] } as const;

async function sampleOfStranger(
  open: OpenTranscript,
  head: Buffer,
  holdsSecret: HoldsSecret,
): Promise<SessionSample> {
  const examples = new Examples(holdsSecret);
  const records = new JsonRecords(firstBytes(open(), maxBytes));
  await addRecords(records, examples);
  const state = examples.shapes.length > 0 ? 'stranger' : contentState(head);
  return { ...nothing, state, records: examples.shapes, unreadable: records.unreadable };
}

async function sampleOfAgent(
  content: SampledContent,
  head: Buffer,
  holdsSecret: HoldsSecret,
): Promise<SessionSample> {
  const { unknown, unreadable, isSilent, version } = await readingOf(content);
  const about = {
    ...nothing,
    agent: content.agent,
    ...defined({ version: versionShape(version) }),
    kinds: kindsShape(unknown),
    unreadable,
  };
  const isUnknown = Object.keys(unknown).length > 0;
  if (!isUnknown && !isSilent) return { ...about, state: 'understood' };
  const examples = new Examples(holdsSecret);
  if (isUnknown) await addMisread(content, examples);
  // What is met only in all of it together is shown as a whole.
  if (examples.shapes.length === 0)
    await addRecords(new JsonRecords(firstBytes(content.open(), maxBytes)), examples);
  const { shapes } = examples;
  const without = unreadable > 0 ? 'damaged' : contentState(head);
  const state = isUnknown ? 'unknown' : shapes.length > 0 ? 'silent' : without;
  return { ...about, state, records: shapes };
}

/** Returns the agent that keeps or writes such a file; undefined if it is none's. */
async function agentAt(path: string): Promise<Agent | undefined> {
  try {
    return await transcripts.agentOf(path);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'invalid_argument') return undefined;
    throw error;
  }
}

/** Reads the beginning of a content. */
async function headOf(open: OpenTranscript): Promise<Buffer> {
  for await (const chunk of firstBytes(open(), 64 * 1024)) return Buffer.from(copied(chunk));
  return Buffer.alloc(0);
}

function contentState(head: Buffer): 'binary' | 'text' | 'empty' {
  if (head.length === 0) return 'empty';
  // The last character may be cut.
  const isText = !head.includes(0) && !head.subarray(0, -4).toString('utf8').includes('\uFFFD');
  return isText ? 'text' : 'binary';
}

/** Shows a version that is one; programs may write anything there. */
const versionShape = (version: string | undefined): string | undefined =>
  version === undefined || /^v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?$/.test(version)
    ? version
    : shapeOfText(version);

/** Replaces names of kinds as texts are, but for the word with which readers say where they met one. */
function kindsShape(unknown: Readonly<Record<string, number>>): Record<string, number> {
  const shown: Record<string, number> = {};
  for (const [kind, count] of Object.entries(unknown)) {
    const [, where = '', name = kind] = /^(block|message|part|system) (.+)$/s.exec(kind) ?? [];
    const isOwn = kind === 'no kind' || kind === 'others';
    const shape = isOwn ? kind : `${where} ${shapeOfText(name, 'type')}`.trim();
    shown[shape] = (shown[shape] ?? 0) + count;
  }
  return shown;
}

/** Maximum length of what is examined. Bytes. */
const maxBytes = 256 * 1024 * 1024;
/** Readings of parts of a session. */
const maxReadings = 2_000;
/** Records that are read together, and their characters. */
const [batchSize, batchChars] = [1_000, 1024 * 1024] as const;
/** Records of a document that are shown. */
const maxItems = 20;

/** Adds records until there are enough. */
async function addRecords(records: AsyncIterable<JsonValue>, examples: Examples): Promise<void> {
  for await (const record of records) {
    examples.add(record);
    if (examples.isFull) return;
  }
}

/** Adds the records in which the reader meets something unknown. */
async function addMisread(content: SampledContent, examples: Examples): Promise<void> {
  const records = new JsonRecords(firstBytes(content.open(), maxBytes));
  const batches = batchesOf(records);
  const first = await batches.next();
  if (first.done === true) return;
  const second = await batches.next();
  const [head] = first.value;
  if (head === undefined) return;
  if (second.done === true && first.value.length === 1) return addFromDocument(content, head, examples);
  const isMisread = await misreadBehind(content, [head]);
  const isHeadMisread = (await unknownAmong(content, [head])) > 0;
  if (isHeadMisread) examples.add(head);
  await addFromBatch(first.value.slice(1), isMisread, examples);
  if (second.done !== true) await addFromBatch(second.value, isMisread, examples);
  for await (const batch of batches) {
    if (examples.isFull) return;
    await addFromBatch(batch, isMisread, examples);
  }
}

/** Adds what is misread in a batch; once there are enough of a form, its other records are left out. */
async function addFromBatch(
  batch: readonly JsonValue[],
  isMisread: IsMisread,
  examples: Examples,
): Promise<void> {
  const done = new Set<JsonValue>();
  const left = () => batch.filter((record) => !done.has(record) && examples.lacks(record));
  for (let rest = left(), isOver = false; rest.length > 0 && !isOver; rest = left()) {
    isOver = true;
    for await (const record of misreadIn(rest, isMisread)) {
      done.add(record);
      examples.add(record);
      isOver = examples.lacks(record);
      if (!isOver) break;
    }
  }
}

/** Makes what reads records behind others, and compares what is unknown with what is in those alone. */
async function misreadBehind(content: SampledContent, before: readonly JsonValue[]): Promise<IsMisread> {
  const usual = await unknownAmong(content, before);
  let left: number = maxReadings;
  return async (records) => left-- > 0 && (await unknownAmong(content, [...before, ...records])) > usual;
}

/** Adds a document that holds of its main list only what is unknown. */
async function addFromDocument(
  content: SampledContent,
  document: JsonValue,
  examples: Examples,
): Promise<void> {
  const list = mainListOf(document);
  if (!list) {
    examples.add(document);
    return;
  }
  const usual = await unknownAmong(content, [list.having([])]);
  let left: number = maxReadings;
  const isMisread: IsMisread = async (items) =>
    left-- > 0 && (await unknownAmong(content, [list.having(items)])) > usual;
  const found: JsonValue[] = [];
  for await (const item of misreadIn(list.items, isMisread)) {
    found.push(item);
    if (found.length === maxItems) break;
  }
  examples.add(found.length > 0 ? list.having(found) : document);
}

async function* batchesOf(records: AsyncIterable<JsonValue>): AsyncGenerator<readonly JsonValue[]> {
  let batch: JsonValue[] = [];
  let chars = 0;
  for await (const record of records) {
    batch.push(record);
    chars += JSON.stringify(record).length;
    if (batch.length < batchSize && chars < batchChars) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}
