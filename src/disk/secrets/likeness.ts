/* What values of secrets are like, and what code and prose have in their place. */

/** Whether letters and digits are mixed unlike in words, numbers, paths or names in code. */
export const isOpaque = (text: string): boolean =>
  /\d/.test(text) &&
  /[A-Za-z]/.test(text) &&
  !isPlaceholder(text) &&
  !isOrdinary(text) &&
  !isCode(text) &&
  !/^(?:[a-z]+(?:[A-Z][a-z]+\d*)+|[A-Z]?[a-z]+(?:[A-Z][a-z]+)+V\d{1,2})$/.test(text) &&
  !/^(?:[A-Za-z]+\d{0,4}|\d{1,4})(?:_(?:[A-Za-z]+(?:\d{1,4}[a-z]?)?|\d{1,4})){2,}$/.test(text);

/** Whether a value may be a password: short, but no name in code. */
export const isPassword = (text: string): boolean => text.length >= 6 && isOpaque(text) && !isNameOfOne(text);

/** Whether a value is a secret: tokens and keys are long; a password may be short, but is unlike code. */
export const isNamedSecret = (text: string, called = ''): boolean =>
  /pass/i.test(called) ? isPassword(text) : text.length >= 12 && isOpaque(text);

/** Words of names for passwords and of what surrounds them in code. */
const nameWords =
  /^(?:my|new|old)?(?:pass(?:word|wd|phrase)?|pwd|secret|token|user(?:name)?|hash(?:ed)?|(?:en|b|s)?crypt|input|field|text|type|key|api)+$/i;

/** Whether a value is a name in code, such as `user.password2`, an algorithm, or a version. */
const isNameOfOne = (text: string): boolean =>
  /^v\d+(?:[.-]\w+)*$|^(?:sha|md)\d{1,3}(?:$|[-_:])/i.test(text) ||
  (isOfWords(text) && wordsOf(text).some((word) => nameWords.test(word)));

const wordsOf = (text: string): readonly string[] => text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];

/** Whether the letters and digits of a value are words and short numbers. */
export const isOfWords = (text: string): boolean =>
  wordsOf(text).every((word) => (/\d/.test(word) ? word.length <= 4 : word.length > 1));

const placeholder =
  /change[-_ ]?me|your[-_ ]|<[A-Za-z][\w .:-]*>|\$\{|\{\{|x{4,}|\*{3}|\.{3}|placeholder|example|dummy|replace[-_ ]?(?:me|with|this)|insert[-_ ]|to[-_ ]?do\b/i;
/** Matches variables and formats. */
const variable = /^(?:\$[A-Za-z_\d][\w.:>-]*|[$`]\(.*|%\w+%|%[a-z]|%\(\w+\)s)$/i;

/** Whether a value only marks the position of a secret: a variable, a mask, a request to fill it in. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value) || variable.test(value);

/** Whether a value is a call, a type, an element, a selector, or a member of something. */
const isCode = (text: string): boolean =>
  /^\w*<.*>$|^\[\w+[~|^$*]?=.*\]$/.test(text) ||
  (/^[#.][\w-]+$/.test(text) && isOfWords(text)) ||
  isMember(/^([\w$.]+)(?:\(.*\)|\[.*\])[\w$.]*$/.exec(text)?.[1] ?? '') ||
  (/[.:]/.test(text) && isMember(text));

/** Matches names of constants, such as `API_KEY_V2`. */
const isConstant = /^[A-Z]+\d{0,2}(?:_(?:[A-Z]+\d{0,2}|\d{1,4})){1,8}$/;

/** Whether a value is a name in code, with what it is a member of before it. */
const isMember = (text: string): boolean =>
  /^[A-Za-z_$][\w$]*(?:[.:]{1,2}[A-Za-z_$][\w$]*)*$/.test(text) &&
  text
    .split(/[.:]{1,2}/)
    .every((name) => /^[A-Za-z_$]\d{0,2}$/.test(name) || isConstant.test(name) || isOfWords(name));

/** Whether a value mixes small and capital letters, digits and other characters, as generated passwords do. */
export const isOfAllKinds = (text: string): boolean =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].every((kind) => kind.test(text));

/** Whether a value is `user:password` in base64, as headers and Docker have it, but for those of examples. */
export function isUserWithPassword(text: string): boolean {
  const [, password] =
    /^[^\0-\x1f:]+:([\x20-\x7e]+)$/.exec(Buffer.from(text, 'base64').toString('latin1')) ?? [];
  return password !== undefined && !/^(?:pass(?:word|wd)?|pwd|secret)$/i.test(password);
}

/** Whether a part of a value occurs in ordinary text. */
export const isOrdinary = (part: string): boolean =>
  part === '' ||
  /^[\d.:+eETZ/_-]*$/.test(part) || // numbers, times, network addresses
  /^(?:\.{0,2}|~|[A-Za-z]:)?[/\\]/.test(part) || // paths
  /^(?:[a-z]{2,12}:)?(?:[\w-]+\/)+[\w.-]+$/.test(part) ||
  /^[\w.+-]+@[\w.-]+\.[a-z]+$/i.test(part) ||
  /^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?:\/\S*)?$/i.test(part) || // hosts
  part
    .split(/[-_.]/)
    .every((word) => /^(?:\d{1,4}|v\d+|[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*|[A-Z]{2,}|[A-Za-z])$/.test(word)); // words
