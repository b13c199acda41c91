import { endBesideSecret } from '../secrets/cut.ts';
import { firstCodePoints } from '../text/textLength.ts';

const titleLength = 100;
/** A title stands near the beginning. Characters. */
const looked = 10_000;

/** A title for a text: its first heading, else its first line with a word in it, without marks of Markdown; undefined for no text at all. */
export function titleIn(text: string): string | undefined {
  const begin = text.slice(0, looked);
  const heading = /^#{1,6}[ \t]+(.*[\p{L}\p{N}].*)$/mu.exec(begin)?.[1];
  const line = heading ?? /^.*[\p{L}\p{N}].*$/mu.exec(begin)?.[0];
  const plain = line
    ?.replace(/^[\s>*+-]+(?=\S)/, '')
    .replaceAll(/\*\*|`/g, '')
    .trim();
  const title = plain === undefined || plain === '' ? /\S.*/.exec(begin)?.[0].trim() : plain;
  return title && fitting(title);
}

/** Its first sentence where all of it is too long, else as many words as fit. */
function fitting(line: string): string {
  const begin = line.slice(0, endBesideSecret(line, firstCodePoints(line, titleLength).length));
  if (begin === line) return line;
  const sentence = /^.{15,}?(?:[.!?](?=\s)|[。！？])/u.exec(begin)?.[0];
  return sentence ?? `${begin.replace(/\s+\S*$/u, '')}…`;
}
