import { gluedRecords, separated } from '../../disk/text/gluedRecords.ts';
import { isDeeperThan, isObject, jsonOf, maxDepth, StoreError } from '../../disk/base/core.ts';
import { graphMemories, isGraphLine } from './importGraph.ts';
import { serviceMemories } from './importService.ts';
import { parseRecord, isJsonObject, parseMemory, parseTime } from './records.ts';
import { MemoryState } from './state.ts';
import { mergeMemory, newestFirst, unarchived } from './memory.ts';
import { withVersions, parseVersions } from './versions.ts';
import type { Memory, MemoryImport, NewMemory } from './types.ts';
import { readMarker } from '../archive/markers.ts';
import { decodeText } from '../archive/text.ts';

/** The entries of a text; an unreadable one is given by its reason. */
export interface ParsedImport {
  readonly format: MemoryImport['format'];
  readonly entries: readonly (NewMemory | string)[];
}

/** Parses memories from a text in any known format; throws `invalid_argument` for others. */
export function parseImport(text: string): ParsedImport {
  const { format, entries } = parseText(text);
  return { format, entries: entries.map(fitting) };
}

/** Returns imported memories by hash, merged with those that exist. */
export function withImported(
  imported: readonly Memory[],
  { memories }: Pick<MemoryState, 'memories'>,
  now: number,
): ReadonlyMap<string, Memory> {
  const stored = new Map<string, Memory>();
  for (const memory of imported) {
    const present = stored.get(memory.hash) ?? memories.get(memory.hash);
    stored.set(
      memory.hash,
      present ? withVersions(unarchived(mergeMemory(present, memory, now)), memory.versions) : memory,
    );
  }
  return stored;
}

function fitting(entry: NewMemory | string, index: number): NewMemory | string {
  if (typeof entry === 'string' || !isDeeperThan(entry.metadata, maxDepth)) return entry;
  return `the metadata of memory ${index + 1} is nested deeper than ${maxDepth} levels`;
}

function parseText(text: string): ParsedImport {
  const plain = text.replace(/^\ufeff/, '');
  const whole = jsonOf(plain);
  const found =
    whole === undefined
      ? (fromLists(plain) ??
        (/^\s*\{/.test(plain) ? fromObjects(plain) : undefined) ??
        fromOwnText(plain) ??
        (isBehindTornLine.test(plain) ? fromObjects(plain) : undefined))
      : fromValues([whole]);
  if (found) return found;
  throw unknownForm();
}

/** Objects behind a first line that is the end of another one. */
const isBehindTornLine = /^[^\n]*[\]}]\s*\n\s*\{/;

/** Parses the exports for people; undefined for other text. */
function fromOwnText(plain: string): ParsedImport | undefined {
  // Our exports never end their first line with a carriage return: an editor or git converted all lines.
  const asWritten = /^[^\n]*\r\n/.test(plain) ? plain.replaceAll('\r\n', '\n') : plain;
  const markdown = markdownMemories(asWritten);
  if (markdown.length > 0) return { format: 'markdown', entries: markdown };
  const items = textMemories(asWritten);
  return items.length > 0 ? { format: 'text', entries: items } : undefined;
}

/** Parses lists in lines, as exports written one behind the other; undefined for others. */
function fromLists(plain: string): ParsedImport | undefined {
  if (!/^\s*\[/.test(plain)) return undefined;
  const values = plain
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(jsonOf);
  return values.includes(undefined) ? undefined : fromValues(values);
}

/** Parses objects in lines, several in one line, or one over several; undefined for others. */
function fromObjects(plain: string): ParsedImport | undefined {
  const { objects, torn } = objectsIn(plain);
  const unread = torn === 0 ? [] : [`${torn === 1 ? 'a part' : `${torn} parts`} of the text cannot be read`];
  if (objects.some((text) => parseRecord(text)))
    return { format: 'log', entries: [...logEntries(objects), ...unread] };
  const found = fromValues(objects.map(jsonOf));
  return found && { ...found, entries: [...found.entries, ...unread] };
}

interface TextObjects {
  /** In a line each; one that cannot be read is no JSON. */
  readonly objects: readonly string[];
  /** Number of parts that are in no line of their own. */
  readonly torn: number;
}

function objectsIn(plain: string): TextObjects {
  const lines = plain
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap(separated);
  const first = lines.find((line) => /^\s*\{/.test(line)) ?? '';
  if (jsonOf(first) !== undefined) return { objects: lines, torn: 0 };
  const parse = (text: string): string | undefined => {
    const value = jsonOf(text);
    return isObject(value) ? JSON.stringify(value) : undefined;
  };
  const isEntry = (text: string): boolean => isKnown(jsonOf(text)) || parseRecord(text) !== undefined;
  const { records, torn } = gluedRecords(plain, { parse, resembles: isEntry });
  return { objects: records, torn };
}

/** Parses memories, entities and relations, and lists of them; undefined where nothing is one. */
function fromValues(values: readonly unknown[]): ParsedImport | undefined {
  const items = values.flatMap(itemsOf);
  if (!values.some(isContainer) && !items.some(isKnown)) return undefined;
  const isGraph =
    items.length > 0
      ? items.every((item) => !isMemory(item)) && items.some(isGraphLine)
      : isOfGraph(values[0]);
  const entries = items.flatMap((item, index) =>
    isGraphLine(item) || isGraph ? graphMemories(item, index) : serviceMemories(item, index),
  );
  return { format: isGraph ? 'graph' : 'json', entries };
}

const isMemory = (value: unknown): boolean => isObject(value) && typeof value.content === 'string';

const isKnown = (value: unknown): boolean => isMemory(value) || isGraphLine(value);

const isOfGraph = (value: unknown): boolean =>
  isObject(value) && (Array.isArray(value.entities) || Array.isArray(value.relations));

const isContainer = (value: unknown): boolean =>
  Array.isArray(value) ||
  isOfGraph(value) ||
  (isObject(value) && !isKnown(value) && Array.isArray(value.memories));

/** The entries of a list, also of lists in it, of an export or of a graph; another value is one itself. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? itemsOf(item) : [item]));
  if (!isObject(value) || !isContainer(value)) return [value];
  return [value.entities, value.relations, value.memories].flatMap(listOf);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The memories of our log, archived ones included. */
function logEntries(lines: readonly string[]): readonly (NewMemory | string)[] {
  const state = new MemoryState();
  state.takeLines(lines);
  const unreadable = state.unreadable > 0 ? [`${state.unreadable} lines of the log are not records`] : [];
  return [...[...state.memories.values()].sort(newestFirst), ...unreadable];
}

/** The error for a text of whose entries none can be read. */
export const nothingImported = (skipped: readonly string[]): StoreError =>
  new StoreError(
    'invalid_argument',
    `Nothing was imported: ${skipped.slice(0, shownReasons).join('; ')}${skipped.length > shownReasons ? '; …' : ''}.`,
    { skipped: skipped.slice(0, 100) },
  );

const shownReasons = 3;

const unknownForm = (): StoreError =>
  new StoreError(
    'invalid_argument',
    'The text holds no memories in a form that is known: an export of this store (JSON, Markdown or text), the JSON export of the memory service, the JSON lines of the reference memory server, or JSON lines with `content`.',
  );

/** Parses the memories of a Markdown export; an invalid entry becomes the reason. Empty for other text. */
function markdownMemories(text: string): readonly (NewMemory | string)[] {
  const lines = text.split('\n');
  const marked = lines.flatMap((line, at) => {
    const marker = readMarker(line);
    return marker ? [{ ...marker, at }] : [];
  });
  return marked.flatMap(({ kind, fields, at }, index) => {
    if (kind !== 'memory') return [];
    const body = lines.slice(at + 1, marked[index + 1]?.at ?? lines.length);
    // An empty line, the heading, an empty line; an empty line at the end.
    const content = decodeText(body.slice(3, -1));
    return [parseMemory({ ...fields, content }) ?? `the memory in line ${at + 1} has no time`];
  });
}

const head = /^\[([^\]]+)\](?: \(updated ([^)]+)\))? ("(?:[^"\\]|\\.)*") (\[.*\])$/;

/** Parses the memories of a text export; an invalid entry becomes the reason. Empty for other text. */
function textMemories(text: string): readonly (NewMemory | string)[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, at) => (head.test(line) ? [at] : []));
  return starts.map((at, index) => {
    const block = lines.slice(at, starts[index + 1] ?? lines.length);
    try {
      return textMemory(block) ?? `the memory in line ${at + 1} has no time or no content`;
    } catch {
      return `the memory in line ${at + 1} has a heading that was changed`;
    }
  });
}

/** Throws a `SyntaxError` for invalid JSON in the heading. */
function textMemory([first = '', ...rest]: readonly string[]): NewMemory | undefined {
  const [, created, updated, type = '', tags = ''] = head.exec(first) ?? [];
  const [metadata, versions] = ['metadata ', 'versions '].map((start): unknown => {
    const field = rest.slice(0, 2).find((line) => line.startsWith(start));
    return field === undefined ? undefined : JSON.parse(field.slice(start.length));
  });
  const content = rest.filter((line) => line.startsWith('  ')).map((line) => line.slice(2));
  const createdAt = parseTime(created);
  if (createdAt === undefined || content.length === 0) return undefined;
  const parsedTags: unknown = JSON.parse(tags);
  return {
    content: content.join('\n'),
    tags: Array.isArray(parsedTags) ? parsedTags.filter((tag) => typeof tag === 'string') : [],
    type: String(JSON.parse(type)),
    metadata: isJsonObject(metadata) ? metadata : {},
    versions: parseVersions(versions, parseTime),
    createdAt,
    updatedAt: parseTime(updated) ?? createdAt,
  };
}
