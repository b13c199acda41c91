/** Characters of a key: 48 bits, so that two lines of a project never have the same by chance. */
export const keyLength = 8;

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const pairs = Array.from({ length: 4096 }, (_, n) => `${digits.charAt(n >> 6)}${digits.charAt(n & 63)}`);

/** What stands for the text of a line where the text itself is not kept: a hash, the same for the same text only. */
export function keyOf(line: string): string {
  const hash = hashOf(line);
  const [one, other] = [Math.floor(hash / 2 ** 24), hash % 2 ** 24];
  return `${pairs[one >> 12] ?? ''}${pairs[one & 4095] ?? ''}${pairs[other >> 12] ?? ''}${pairs[other & 4095] ?? ''}`;
}

/** The same as a number of 48 bits, which is made in half the time. */
export function hashOf(line: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let n = 0; n < line.length; n++) {
    const code = line.charCodeAt(n);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (one & 0xffffff) * 2 ** 24 + (other & 0xffffff);
}

/** The keys of a packed text, one after the other. */
export function unpacked(packed: string): string[] {
  const keys: string[] = [];
  for (let n = 0; n + keyLength <= packed.length; n += keyLength) keys.push(packed.slice(n, n + keyLength));
  return keys;
}

/** The lines of a text, whatever ends them, without an empty one behind the last end. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Words that stand in everybody's code. */
const common =
  /\b(?:return|break|continue|else|elif|try|catch|except|finally|do|done|pass|end|default|begin|then|fi|esac|if|for|while|switch|case|null|nil|none|true|false|undefined|self|this|super|public|private|protected|static|async|await|const|let|var|new|throw|void|function|class|import|export|from|use|strict)\b/gi;
/** So many letters and digits besides make a line that two people do not write by chance. Those of Chinese count twice. */
const telling = 5;

/** So many that whatever of them is common, enough is left. */
const plenty = 24;

/** Whether a line is one that anybody writes: blank, a bracket, `return null;`. */
export function isTrivial(line: string): boolean {
  const count = lettersIn(line);
  if (count >= plenty) return false;
  return count < telling || lettersIn(line.replace(common, '')) < telling;
}

function lettersIn(line: string): number {
  let count = 0;
  for (let n = 0; n < line.length && count < plenty; n++) {
    const code = line.charCodeAt(n);
    if (code > 0x2e80) count += 2;
    else if (code > 0x7f || (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123))
      count++;
  }
  return count;
}
