import { foreignGain } from './foreignWords.ts';
import { isOneToken, isOneTokenHan } from './singleTokens.ts';

/**
 * Matches the pieces that models tokenise separately: words with a preceding blank, three digits, punctuation, line
 * ends.
 */
const pieces =
  /[^\S\n]?\p{Lu}?[\p{Ll}\p{M}]+|[^\S\n]?\p{Lu}+(?!\p{Ll})|[^\S\n]?\p{L}[\p{L}\p{M}]*|\p{N}{1,3}|[^\S\n]?[^\s\p{L}\p{N}]+|\s+/gu;
/** Matches letters and digits in turn, as in ids and hashes, where models know no words. */
const mixed = /(?<![A-Za-z0-9])(?=(?:[A-Za-z]*\d+[A-Za-z]+\d|\d*[A-Za-z]+\d+[A-Za-z]))[A-Za-z0-9]+/g;
const mixedTokens = 0.72;
const longIdTokens = 0.88;
/** Matches punctuation that mostly forms one token with the following word. */
const joined = /[./_(-](?=[A-Za-z]{2})/g;
const signGain = 0.3;

/**
 * Upper bound of a text's tokens, for budgets that must hold.
 *
 * A tenth above o200k for prose, code, paths and Chinese (measured on sessions of six agents), more for rare scripts
 * and symbols.
 */
export function tokensAtMost(text: string): number {
  let tokens = 0;
  let at = 0;
  const afterHan = afterHanIn(text);
  for (const { 0: id, index } of text.matchAll(mixed)) {
    tokens +=
      ofPieces(text.slice(at, index), afterHan) +
      id.length * (id.length > 24 && /[A-Z]/.test(id) ? longIdTokens : mixedTokens);
    at = index + id.length;
  }
  return Math.ceil(tokens + ofPieces(text.slice(at), afterHan) + foreignGain(text, ofEnglish));
}

function ofPieces(text: string, afterHan: number): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) tokens += ofPiece(piece, afterHan);
  return tokens - signGain * (text.match(joined)?.length ?? 0);
}

function ofPiece(piece: string, afterHan: number): number {
  const word = piece.trimStart();
  if (word === '') return Math.ceil(piece.length / (piece.includes('\t') ? 3 : 8));
  if (/^[A-Za-z]+$/.test(word)) return ofEnglish(word);
  // Before anything but a letter a blank is a token of its own, except before punctuation.
  if (/^\p{N}/u.test(word)) return /^[0-9]+$/.test(word) ? 1 : ofCharacters(word, afterHan);
  if (/^[\u00c0-\u024f\w]+$/.test(word)) return Math.max(1.2, word.length / 1.5);
  if (/^[\x21-\x7e]+$/.test(word)) return ofSigns(word);
  const blank = piece === word || word < '\u1100' ? 0 : afterHan === 1 ? 2 : 1;
  return blank + ofCharacters(word, afterHan);
}

function ofEnglish(word: string): number {
  const { length } = word;
  if (length > 3 && !/[aeiouy]/i.test(word)) return length * 0.7;
  if (length > 6 && word === word.toUpperCase()) return length * 0.62;
  if (length <= 5) return 1.05;
  if (isOneToken(word.toLowerCase())) return word === word.toUpperCase() ? 2 : 1.02;
  if (length <= 9) return 1.6;
  return length <= 16 ? length / 5 : length / 2;
}

const ofSigns = (signs: string): number =>
  /^(.)\1*$/.test(signs)
    ? 1 + Math.floor(signs.length / 16)
    : Math.ceil(signs.length / 2) + (signs.length > 4 ? 1 : 0);

function ofCharacters(text: string, afterHan: number): number {
  let tokens = 0;
  let isAfter = false;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isHan = code >= firstHan && code <= lastHan && isOneTokenHan(code);
    tokens += isHan ? (isAfter ? afterHan : 1) : ofCharacter(character, code);
    isAfter = isHan;
  }
  return tokens;
}

/** Common characters that only traditional Chinese and Japanese use. */
const traditional =
  /[們這個時來會對開發說國過還後應該關問題測試為與單請訂總務錢實現當處據數檔錯誤結則額檢設認讓並從無將區體頁碼顯]/g;

/**
 * Average tokens of a Chinese character after another; some two-character words of simplified Chinese are one token.
 */
function afterHanIn(text: string): number {
  const [all, some] = [/[\u4e00-\u9fff]/g, traditional].map((signs) => text.match(signs)?.length ?? 0);
  return (some ?? 0) > 0.03 * (all ?? 0) ? 1 : 0.82;
}

const [firstHan, lastHan] = [0x4e00, 0x9fff];
const common = /[\u0370-\u045f\u05d0-\u05ea\u0620-\u064a\u0904-\u0939\u0e01-\u0e4e\u3040-\u30ff]/;
const commonSigns =
  /[\u2013\u2014\u2018-\u201d\u2022\u2026\u2190-\u2193\u00b7\u00d7\u3001\u3002\u300a-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]/;
/** Blocks in which almost every character is three tokens or more. */
const rare =
  /[\u0700-\u08ff\u0f00-\u0fff\u1100-\u177f\u1800-\u1dff\u1f80-\u1fff\u2280-\u23ff\u2400-\u24ff\u2680-\u26ff\u2780-\u2fff\u3180-\u4dff\u5d00-\u5dff\u8780-\u887f\u9780-\u97ff\u9c00-\u9c7f\u9d00-\u9dff\u9f80-\uabff\uf900-\ufdff\ufe80-\ufeff]/;

function ofCharacter(character: string, code: number): number {
  if (code > 0xffff) return code > 0x1f2ff && code < 0x1fb00 ? 3 : 4;
  if (code < 0x80) return 1;
  if (common.test(character) || commonSigns.test(character)) return 1.05;
  if (rare.test(character)) return 3;
  return code >= 0xac00 && code <= 0xd7a3 ? 2.2 : 2;
}
