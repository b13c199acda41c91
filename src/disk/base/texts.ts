import type chinese from '../../../l10n/bundle.l10n.zh-cn.json';
import type { Language } from './core.ts';

/**
 * A text for people: in English, the key of its translation in `l10n`. `{0}` is replaced by the first value. A comment
 * after ` // ` distinguishes equal texts with different translations, and is not shown.
 */
export type Text = keyof typeof chinese;

/** Returns a text in a language, with its values. */
export type Say = (text: Text, ...values: readonly (string | number)[]) => string;

/** A sentence that is said in the language of the person who reads the answer. */
export type Note = (say: Say) => string;

/** Creates the function for a language. The Chinese texts are loaded with the first of them. */
export const sayIn =
  (language: Language): Say =>
  (text, ...values) =>
    (language === 'zh' ? translations()[text] : text.replace(/ \/\/ .*/, '')).replaceAll(
      /\{(\d+)\}/g,
      (place, index) => String(values[Number(index)] ?? place),
    );

function translations(): Readonly<Record<Text, string>> {
  // Loaded synchronously, as texts are needed in the middle of everything, and only in Chinese.
  // oxlint-disable-next-line typescript/no-require-imports, typescript/no-unsafe-assignment
  const texts: typeof chinese = require('../../../l10n/bundle.l10n.zh-cn.json');
  return texts;
}
