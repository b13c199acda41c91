import { lineText } from './prompt.ts';
import type { RequestScope } from './types.ts';

/**
 * Returns names in a text that appear in neither the messages nor the entries shown, and so may be invented: code in
 * backticks, paths, and mixes of letters and digits such as hashes, versions and issue numbers. Ignores punctuation
 * and case.
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
/** Matches a path: two slashes, or a slash and an extension. */
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

/** Reduces text to letters and digits, after removing JSON escapes, which would leave their letter. */
const plain = (text: string): string =>
  text
    .replaceAll(/\\(?:u[\da-f]{4}|.)/gi, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
