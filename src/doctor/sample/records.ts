import type { JsonValue } from '../../disk/base/core.ts';
import { JsonRecords } from '../../agents/reading/records.ts';
import { firstBytes } from '../../agents/reading/whole.ts';
import type { Examples } from './examples.ts';
import { mainListOf } from './mainList.ts';
import { misreadIn, type IsMisread } from './misread.ts';
import { unknownAmong, type SampledContent } from './reading.ts';

/** Maximum length of what is examined. Bytes. */
export const maxBytes = 256 * 1024 * 1024;
/** Readings of parts of a session. */
const maxReadings = 2_000;
/** Records that are read together, and their characters. */
const [batchSize, batchChars] = [1_000, 1024 * 1024] as const;
/** Records of a document that are shown. */
const maxItems = 20;

/** Adds records until there are enough. */
export async function addRecords(records: AsyncIterable<JsonValue>, examples: Examples): Promise<void> {
  for await (const record of records) {
    examples.add(record);
    if (examples.isFull) return;
  }
}

/** Adds the records in which the reader meets something unknown. */
export async function addMisread(content: SampledContent, examples: Examples): Promise<void> {
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
