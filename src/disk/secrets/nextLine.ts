import { isNamedSecret, isOfAllKinds, isOfWords, isPassword } from './likeness.ts';
import { bare, name, quoted, type Rule } from './namedParts.ts';

/* Values on the lines after their names: `api_key=`, `**Token:**`, and block scalars of YAML such as `password: >-`. */

/** A line that begins with a name of its own, as in an `.env` file or YAML; base64 may end with `=`. */
const ownName = '(?!["\'`]?[\\w.-]{1,80}[ \\t]{0,4}(?::|=(?!=?[ \\t]{0,8}\\r?$)))';
/** What separates lines; a line feed that was escaped twice is two blanks by now. */
const gap = '[ \\t\\r]{0,8}(?:\\n|[ \\t]{2})\\s{0,40}';
/** A value that ends where a line, a text or a text in quotes does. */
const word = '[^\\s"\'`\\\\]{6,512}(?![^\\s"\'`\\\\])';
const ends = '(?=["\'`]?[ \\t]{0,8}(?:\\r?$|[ \\t]{2}|\\\\{0,8}"))';

export const nextLineRules: readonly Rule[] = [
  {
    kind: 'PASSWORD',
    anchor: `${name}["'\\\\\`]{0,4}[ \\t]{0,8}=[ \\t]{0,8}[\\r\\n\\\\]{1,8}[nr\\\\]{0,8}[ \\t]{0,8}["'\\\\\`]{0,4}[^\\s"'\`\\\\,;<>(){}]{6}`,
    pattern: new RegExp(
      `(?<name>${name})\\\\{0,3}["'\`]?[ \\t]{0,8}=[ \\t]{0,8}\\r?\\n[ \\t]{0,8}${ownName}(?:${quoted}|${bare}(?![({[]|\\s?=>))`,
      'gm',
    ),
    isSecret: (text, { groups }) => text.length >= 12 && isNamedSecret(text, groups?.name),
  },
  {
    kind: 'PASSWORD',
    anchor: `${name}["'\\\\\`*_]{0,4}[ \\t]{0,8}:[*_]{0,2}[ \\t]{0,8}(?:[\\r\\n\\\\]|[ \\t]{2})`,
    // After a colon it is all of its line, as code and YAML go on there, too; a fence of Markdown may precede it.
    pattern: new RegExp(
      `(?<name>${name})["'\`]?[*_]{0,2}[ \\t]{0,8}:[*_]{0,2}${gap}(?:\`\`\`[a-z]{0,10}${gap})?${ownName}["'\`]?(?<quoted>[^\\s"'\`\\\\,;<>(){}[\\]|&，。；、]{6,512})${ends}`,
      'gm',
    ),
    isSecret: (text, { groups }) => isGenerated(text) && isNamedSecret(text, groups?.name),
  },
  {
    kind: 'PASSWORD',
    anchor: `${name}["']?:[ \\t]{1,8}[|>]`,
    pattern: new RegExp(
      `(?<name>${name})["']?:[ \\t]{1,8}[|>](?:[+-]?\\d?|\\d[+-])(?:[ \\t]{0,8}(?:#[^\\r\\n]{0,80})?(?:\\r?\\n){1,3}[ \\t]{1,40}|[ \\t]{3,48})(?<quoted>${word}(?:\\r?\\n[ \\t]{1,40}${word}(?<!:)(?=[ \\t]{0,8}\\r?$)){0,40})${ends}`,
      'gm',
    ),
    isSecret: (text, { groups }) => isNamedSecret(text.split(/\s/, 1)[0] ?? '', groups?.name),
  },
];

/** Whether a value is unlike names in code: not of words and numbers, and short only if of all kinds of characters. */
const isGenerated = (text: string): boolean =>
  text.length >= 12 ? !isOfWords(text) : text.length >= 8 && isOfAllKinds(text) && isPassword(text);
