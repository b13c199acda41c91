import { isObject } from '../../disk/base/core.ts';

/** Line ending of a text. */
export const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** One step of indentation as the text has it; two blanks if it has none. */
export const stepIn = (text: string): string => /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';

/** Indentation of the line at an offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** JSON over several lines, of which all but the first begin with `indent`. */
export const jsonText = (value: unknown, step: string, indent: string, newLine: string): string =>
  JSON.stringify(value, undefined, step).replaceAll('\n', `${newLine}${indent}`);

/** JSON with a blank after each colon and comma, as people write it in one line. */
export const inOneLine = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(inOneLine).join(', ')}]`
    : isObject(value)
      ? `{ ${Object.entries(value)
          .map(([key, item]) => `${JSON.stringify(key)}: ${inOneLine(item)}`)
          .join(', ')} }`
      : JSON.stringify(value);

/** The text with a range replaced by a piece. */
export const splice = (text: string, from: number, to: number, piece: string): string =>
  text.slice(0, from) + piece + text.slice(to);
