import { existsSync } from 'node:fs';
import { wideText } from '../disk/text/wideText.ts';
import { inputFields } from './inputFields.ts';

/** The code pages in which programs on Windows write, beside UTF-8. */
const codePages = [
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1252',
  'windows-1251',
  'windows-1250',
] as const;

/**
 * Decodes a hook's input: UTF-8 or UTF-16, with or without a byte order mark; other bytes by the code page in which a
 * path in them exists.
 */
export function inputText(bytes: Uint8Array): string {
  const wide = wideText(bytes);
  if (wide !== undefined) return wide;
  const text = decoded(bytes, 'utf-8');
  if (text !== undefined) return text;
  const loose = new TextDecoder().decode(bytes);
  const texts = [loose, ...codePages.flatMap((page) => decoded(bytes, page) ?? [])];
  return texts.find(namesSomething) ?? loose;
}

/** Decodes without a byte order mark and a character cut at the end; undefined for bytes that the encoding does not have. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function namesSomething(text: string): boolean {
  const { transcript_path: snake, transcriptPath: camel, cwd } = inputFields(text)?.fields ?? {};
  const paths = [snake, camel, cwd].filter((path) => typeof path === 'string' && /[^\0-\x7f]/.test(path));
  return paths.some((path) => typeof path === 'string' && existsSync(path));
}
