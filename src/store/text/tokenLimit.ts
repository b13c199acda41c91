/** Letters and digits that stand together, as in ids and hashes: models know no words there. */
const mixed = /[A-Za-z0-9]*(?:\d[A-Za-z]|[A-Za-z]\d)[A-Za-z0-9]*/g;
const mixedTokens = 0.7;
/** What models take apart first: words with the blank before them, numbers of three digits, signs, Chinese characters. */
const pieces =
  /\s*\p{Script=Han}|[^\S\n]?\p{Lu}?[\p{Ll}\p{M}]+|[^\S\n]?\p{Lu}+|[^\S\n]?\p{L}+|\p{N}{1,3}|[^\S\n]?[^\s\p{L}\p{N}]+|\s+/gu;
const hanTokens = 1.4;

/**
 * As many tokens a text has at most, for budgets that must hold: a fifth more than o200k takes for prose, code, paths and
 * Chinese (measured on sessions of six agents).
 */
export function tokensAtMost(text: string): number {
  let tokens = 0;
  let at = 0;
  for (const { 0: id, index } of text.matchAll(mixed)) {
    tokens += ofWords(text.slice(at, index)) + id.length * mixedTokens;
    at = index + id.length;
  }
  return Math.ceil(tokens + ofWords(text.slice(at)));
}

function ofWords(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) tokens += ofPiece(piece.trimStart());
  return tokens;
}

function ofPiece(piece: string): number {
  const { length } = piece;
  if (length === 0 || /^\p{N}/u.test(piece)) return 1;
  if (/^\p{Script=Han}/u.test(piece)) return hanTokens;
  if (!/^\p{L}/u.test(piece)) return Math.ceil(length / 2);
  if (piece > '\u024f') return length; // no Latin letter
  if (length <= 5) return 1.05;
  if (length <= 9) return 1.6;
  return length <= 16 ? length / 5 : length / 2;
}
