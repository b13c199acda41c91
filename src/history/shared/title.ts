import { safeCutIndex } from '../../disk/secrets/cut.ts';
import { firstCodePoints } from '../../disk/text/textLength.ts';

const titleLength = 100;
/** Maximum characters searched for a title. */
const maxSearched = 10_000;

/**
 * Returns a title for a text: its first heading, else its first line with a word, without Markdown; undefined for an
 * empty text.
 */
export function titleIn(text: string): string | undefined {
  const begin = text.slice(0, maxSearched);
  const heading = /^#{1,6}[ \t]+(.*[\p{L}\p{N}].*)$/mu.exec(begin)?.[1];
  const line = heading ?? /^.*[\p{L}\p{N}].*$/mu.exec(begin)?.[0];
  const plain = line
    ?.replace(/^[\s>*+-]+(?=\S)/, '')
    .replaceAll(/\*\*|`/g, '')
    .trim();
  const title = plain === undefined || plain === '' ? /\S.*/.exec(begin)?.[0].trim() : plain;
  return title && fitting(title);
}

/** Shortens a long line to its first sentence, or to as many words as fit. */
function fitting(line: string): string {
  const begin = line.slice(0, safeCutIndex(line, firstCodePoints(line, titleLength).length));
  if (begin === line) return line;
  const sentence = /^.{15,}?(?:[.!?](?=\s)|[。！？])/u.exec(begin)?.[0];
  return sentence ?? `${begin.replace(/\s+\S*$/u, '')}…`;
}
