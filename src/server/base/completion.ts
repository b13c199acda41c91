import { defined, type Language } from '../../store/base/core.ts';
import type { OpenProject } from './tool.ts';

/** A value that may complete what was typed. */
export interface CompletionValue {
  readonly value: string;
  /** What else it is found by, such as the title of a session. */
  readonly also?: string;
}

export interface CompletionContext {
  /** Opens the project that the request means; rejects with a `StoreError` where no project is meant. */
  readonly project: () => Promise<OpenProject>;
  readonly language: Language;
  /** The other variables or arguments, as far as they were given. */
  readonly given: Readonly<Record<string, string>>;
  /** What is to be completed. */
  readonly typed: string;
}

/** Gives all values there are, best first. */
export type Completer = (
  context: CompletionContext,
) => Promise<readonly CompletionValue[]> | readonly CompletionValue[];

/** More values are never sent at once, as the protocol has it. */
const mostValues = 100;

export interface Completion {
  readonly values: readonly string[];
  /** How many match. */
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * The candidates that match what was typed, whatever its case: first values that begin so, then those that hold it, then
 * what is found by other words; each in the order they came.
 */
export function completionOf(candidates: readonly CompletionValue[], typed: string): Completion {
  const wanted = folded(typed);
  const ranks: [string[], string[], string[]] = [[], [], []];
  for (const { value, also = '' } of candidates) {
    const at = folded(value).indexOf(wanted);
    if (at === 0) ranks[0].push(value);
    else if (at > 0) ranks[1].push(value);
    else if (folded(also).includes(wanted)) ranks[2].push(value);
  }
  const values = [...new Set(ranks.flat())];
  return { values: values.slice(0, mostValues), total: values.length, hasMore: values.length > mostValues };
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A completer of the same values always. */
export const oneOf =
  (...values: readonly (string | number)[]): Completer =>
  () =>
    values.map((value) => ({ value: String(value) }));

/** A completer of the same values always, in the language of prompts. */
export const oneOfWords =
  (words: Readonly<Record<Language, readonly string[]>>): Completer =>
  ({ language }) =>
    words[language].map((value) => ({ value }));

/** A completer of a list with commas: of its last item, with those before it. */
export const listed =
  (complete: Completer): Completer =>
  async (context) => {
    const [before = ''] = /^.*[,，、]\s*/s.exec(context.typed) ?? [];
    return (await complete(context)).map(({ value, also }) => ({
      value: `${before}${value}`,
      ...defined({ also }),
    }));
  };
