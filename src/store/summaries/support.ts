import { lineText } from './prompt.ts';
import type { RequestScope } from './types.ts';

/**
 * What a text names that can be told to be made up: code in backticks, paths, and words that mix letters with digits, as
 * hashes, versions and issue numbers do, where neither the messages nor the entries shown hold them. Signs and case do
 * not count.
 */
export function unsupported(
  text: string,
  { lines, entries }: Pick<RequestScope, 'lines' | 'entries'>,
): readonly string[] {
  const names = namesIn(text);
  if (names.length === 0) return [];
  const shown = plain(
    [...lines.map(lineText), ...entries.map((entry) => JSON.stringify(entry.value))].join('\n'),
  );
  return names.filter((name) => !shown.includes(plain(name)));
}

const code = /`([^`\n]+)`/g;
/** A path has two slashes, or a slash and an ending. */
const path = /[\p{L}\p{N}_.@-]+\/(?:[\p{L}\p{N}_.@-]+\/[\p{L}\p{N}_.@/-]*|[\p{L}\p{N}_@-]*\.\p{L}\w*)/gu;
const mixed = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{5,}|#\d+|\b\d{4,}\b/g;

function namesIn(text: string): readonly string[] {
  const found = [
    ...[...text.matchAll(code)].map(([, name = '']) => name),
    ...[...text.matchAll(path)].map(([name]) => name),
    ...[...text.matchAll(mixed)].map(([name]) => name),
  ];
  return [...new Set(found)].filter((name) => plain(name) !== '');
}

/** Letters and digits alone. Escapes of JSON leave their letter behind, so these go first. */
const plain = (text: string): string =>
  text
    .replaceAll(/\\(?:u[\da-f]{4}|.)/gi, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
