import { readMarker } from '../archive/markers.ts';
import { decodeText } from '../archive/text.ts';
import { isJsonObject, parseMemory, parseTime } from './records.ts';
import { parseVersions } from './versions.ts';
import type { NewMemory } from './types.ts';

/** Parses the memories of a Markdown export; an invalid entry becomes the reason. Empty for other text. */
export function markdownMemories(text: string): readonly (NewMemory | string)[] {
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
export function textMemories(text: string): readonly (NewMemory | string)[] {
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
