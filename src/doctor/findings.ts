import type { Finding, RepairableFinding, Level, BilingualText, Repair } from './types.ts';

/** A text in both languages. */
export const text = (en: string, zh: string): BilingualText => ({ en, zh });

type About = Partial<Pick<Finding, 'subject' | 'data'>> & { readonly repair?: Repair | undefined };

const finding =
  (level: Level) =>
  (
    id: string,
    message: BilingualText,
    { subject = '', data = {}, repair }: About = {},
  ): RepairableFinding => ({
    ...{ id, level, subject, message, data },
    ...(repair && { repair }),
  });

/** What is as it should be. */
export const ok = finding('ok');
/** What is worth knowing. */
export const note = finding('note');
/** What does not work. */
export const problem = finding('problem');

/** `2026-02-05 14:03`, as clocks here show it. */
export function minuteOf(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return Number.isNaN(date.getTime()) ? '–' : date.toISOString().slice(0, 16).replace('T', ' ');
}

/** A repair that did not do what it offered, with what is to be told of that. */
export class Unrepaired extends Error {
  readonly told: BilingualText;

  constructor(told: BilingualText) {
    super(told.en);
    this.told = told;
  }
}
