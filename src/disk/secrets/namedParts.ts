/* What patterns of values with names consist of. */

const words =
  '[Pp]assword|PASSWORD|[Pp]asswd|PASSWD|[Pp]assphrase|PASSPHRASE|[Ss]ecret|SECRET|[Tt]oken|TOKEN';
const keys =
  '(?:[Aa]pi|API|[Aa]ccess|ACCESS|[Pp]rivate|PRIVATE|[Ss]ecret|SECRET)[_-]?(?:[Kk]ey|KEY)|(?:ADMIN|APP|AUTH|ENCRYPTION|MASTER|SIGNING)_KEY|[A-Z\\d]_PAT';
/** Name of a secret value. */
export const name = `(?:${keys}|${words})(?:_[A-Z0-9_]{1,20}|_base|\\d{1,2})?`;
export const separator = '[ \\t]{0,8}(?:=>|:=|[:=])[ \\t]{0,8}';
export const quote = '(?:\\\\{0,3}["\'`])?';
/** In quotes a value may contain anything; without them it ends where code, a list or a sentence continues. */
export const quoted = '\\\\{0,3}["\'`](?<quoted>[^\\s"\'`\\\\]{6,512})(?=\\\\{0,3}["\'`])';
export const bare = `${quote}(?<bare>[^\\s"'\`\\\\,;<>(){}[\\]|&，。；、]{1,512})`;
/** In prose a value ends with the word; punctuation behind it is not part of it. */
export const run = '(?<bare>[!#-&(-[\\]-_a-~]{1,512})';
export const value = `(?:${quoted}|${bare})`;

/** A form of values with names. */
export interface Rule {
  readonly kind: string;
  /** Pattern for a quick search, within what `QuickPattern` supports. */
  readonly anchor: string;
  /** The value is the group `quoted` or `bare`, at the end of the match. */
  readonly pattern: RegExp;
  readonly isSecret: (value: string, match: RegExpExecArray) => boolean;
}
