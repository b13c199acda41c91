import type { Language } from '../disk/base/core.ts';
import { sayIn, type Text } from '../disk/base/texts.ts';
import type { Finding, RepairableFinding, Level, BilingualText, Repair } from './types.ts';

/** Creates a text in both languages, whose values may be such texts. */
export function text(english: Text, ...values: readonly (string | number | BilingualText)[]): BilingualText {
  const inLanguage = (language: Language): string =>
    sayIn(language)(english, ...values.map((value) => (typeof value === 'object' ? value[language] : value)));
  return { en: inLanguage('en'), zh: inLanguage('zh') };
}

/** Counts sessions. */
export const sessionsText = (count: number): BilingualText =>
  count === 1 ? text('1 session') : text('{0} sessions', count);

/** Creates a text that is the same in both languages: a name, or a reason of a program. */
export const untranslated = (same: string): BilingualText => ({ en: same, zh: same });

type About = Partial<Pick<Finding, 'subject' | 'data'>> & { readonly repair?: Repair | undefined };

const finding =
  (level: Level) =>
  (
    id: string,
    message: BilingualText,
    { subject = '', data = {}, repair }: About = {},
  ): RepairableFinding => ({
    id,
    level,
    subject,
    message,
    data,
    ...(repair && { repair }),
  });

/** Creates a finding that all is well. */
export const ok = finding('ok');
/** Creates a finding worth knowing. */
export const note = finding('note');
/** Creates a finding of something that does not work. */
export const problem = finding('problem');

/** A failed repair, with the reason for the user. */
export class RepairFailed extends Error {
  readonly text: BilingualText;

  constructor(text: BilingualText) {
    super(text.en);
    this.text = text;
  }
}
