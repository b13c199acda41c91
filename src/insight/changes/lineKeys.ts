/** Characters of a key: 48 bits, enough to rule out collisions within a project. */
export const keyLength = 8;

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const pairs = Array.from({ length: 4096 }, (_, n) => `${digits.charAt(n >> 6)}${digits.charAt(n & 63)}`);

/**
 * A hash that represents a line where its text is not stored. White space and the kind of quotes do not count: a
 * formatter that changes no more leaves a line to its author.
 */
export function keyOf(line: string): string {
  const hash = hashOf(line);
  const [one, other] = [Math.floor(hash / 2 ** 24), hash % 2 ** 24];
  return `${pairs[one >> 12] ?? ''}${pairs[one & 4095] ?? ''}${pairs[other >> 12] ?? ''}${pairs[other & 4095] ?? ''}`;
}

/** The hash as a 48-bit number, in half the time. */
export function hashOf(line: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let n = 0; n < line.length; n++) {
    const code = plainCode(line.charCodeAt(n));
    if (code === 0) continue;
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (one & 0xffffff) * 2 ** 24 + (other & 0xffffff);
}

const [tab, carriageReturn, space, doubleQuote, singleQuote, backtick, hardSpace] = [
  9, 13, 32, 34, 39, 96, 160,
];

/** The code that counts for a character: 0 for white space, one for all quotes. */
function plainCode(code: number): number {
  if ((code >= tab && code <= carriageReturn) || code === space || code === hardSpace) return 0;
  return code === singleQuote || code === backtick ? doubleQuote : code;
}

/** The keys of a packed text, in order. */
export function unpackKeys(packed: string): string[] {
  const keys: string[] = [];
  for (let n = 0; n + keyLength <= packed.length; n += keyLength) keys.push(packed.slice(n, n + keyLength));
  return keys;
}

/** A hash of all lines of a file, by their keys. */
export const digestOf = (keys: readonly string[]): string => keyOf(keys.join(''));

/** Splits a text at any line end, without an empty last line. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Keywords common to all code. */
const common =
  /\b(?:return|break|continue|else|elif|try|catch|except|finally|do|done|pass|end|default|begin|then|fi|esac|if|for|while|switch|case|null|nil|none|true|false|undefined|self|this|super|public|private|protected|static|async|await|const|let|var|new|throw|void|function|class|import|export|from|use|strict)\b/gi;
/** A line with this many other letters and digits is not written twice by chance. CJK characters count twice. */
const minLetters = 5;

/** With this many, enough remain after common words are removed. */
const enoughLetters = 24;

/** Reports whether a line is too common to attribute: blank, a bracket, `return null;`. */
export function isTrivial(line: string): boolean {
  const count = lettersIn(line);
  if (count >= enoughLetters) return false;
  return count < minLetters || lettersIn(line.replace(common, '')) < minLetters;
}

function lettersIn(line: string): number {
  let count = 0;
  for (let n = 0; n < line.length && count < enoughLetters; n++) {
    const code = line.charCodeAt(n);
    if (code > 0x2e80) count += 2;
    else if (code > 0x7f || (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123))
      count++;
  }
  return count;
}
