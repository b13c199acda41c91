import { separated } from '../../disk/text/gluedRecords.ts';
import { isDeeperThan, isObject, jsonOf, maxDepth, StoreError } from '../../disk/base/core.ts';
import { graphMemories, isGraphLine } from './importGraph.ts';
import { markdownMemories, textMemories } from './importText.ts';
import { serviceMemories } from './importService.ts';
import { parseRecord } from './records.ts';
import { MemoryState } from './state.ts';
import { mergeMemory, newestFirst, unarchived } from './memory.ts';
import type { Memory, MemoryImport, NewMemory } from './types.ts';

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
    stored.set(memory.hash, present ? unarchived(mergeMemory(present, memory, now)) : memory);
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
  if (whole !== undefined) return fromJson(whole);
  const lines = plain
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap(separated);
  const [first = ''] = lines;
  if (parseRecord(first)) return { format: 'log', entries: logEntries(lines) };
  const value = jsonOf(first);
  if (isGraphLine(value)) return { format: 'graph', entries: graphMemories(lines.map(jsonOf)) };
  if (isMemory(value)) return { format: 'json', entries: serviceMemories(lines.map(jsonOf)) };
  // Our exports never end their first line with a carriage return: an editor or git converted all lines.
  const asWritten = /^[^\n]*\r\n/.test(plain) ? plain.replaceAll('\r\n', '\n') : plain;
  const markdown = markdownMemories(asWritten);
  if (markdown.length > 0) return { format: 'markdown', entries: markdown };
  const items = textMemories(asWritten);
  if (items.length > 0) return { format: 'text', entries: items };
  throw unknownForm();
}

function fromJson(value: unknown): ParsedImport {
  if (isGraphLine(value)) return { format: 'graph', entries: graphMemories([value]) };
  if (isObject(value) && Array.isArray(value.entities))
    return {
      format: 'graph',
      entries: graphMemories([...listOf(value.entities), ...listOf(value.relations)]),
    };
  if (isMemory(value)) return { format: 'json', entries: serviceMemories([value]) };
  const memories = isObject(value) ? value.memories : value;
  if (Array.isArray(memories)) return { format: 'json', entries: serviceMemories(memories) };
  throw unknownForm();
}

const isMemory = (value: unknown): boolean => isObject(value) && typeof value.content === 'string';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The memories of our log, archived ones included. */
function logEntries(lines: readonly string[]): readonly (NewMemory | string)[] {
  const state = new MemoryState();
  state.takeLines(lines);
  const unreadable = state.unreadable > 0 ? [`${state.unreadable} lines of the log are not records`] : [];
  return [...[...state.memories.values()].sort(newestFirst), ...unreadable];
}

const unknownForm = (): StoreError =>
  new StoreError(
    'invalid_argument',
    'The text holds no memories in a form that is known: an export of this store (JSON, Markdown or text), the JSON export of the memory service, the JSON lines of the reference memory server, or JSON lines with `content`.',
  );
