/**
 * Characters that UTF-8 text cannot carry or that Markdown would take for the end of a line: control characters,
 * halves of surrogate pairs, a carriage return that belongs to no line feed; and `&` where it would be read as one
 * of the references that stand for them.
 */
const unsafe = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]|\r(?!\n)|&(?=#\d+;)/gu;

/** `text` with what a Markdown file cannot hold as numeric character references (`&#0;`), which Markdown itself knows. */
export function encodeCharacters(text: string): string {
  return text.replace(unsafe, (character) => `&#${character.charCodeAt(0)};`);
}

/** Takes back `encodeCharacters`. */
export function decodeCharacters(text: string): string {
  return text.replace(/&#(\d+);/g, (reference, code: string) =>
    Number(code) > 0xffff ? reference : String.fromCharCode(Number(code)),
  );
}
