import { defined, type Language } from '../../disk/base/core.ts';
import { separators } from '../../history/memory/listText.ts';
import { sayIn, type Text } from '../../disk/base/texts.ts';
import type { OpenProject } from './tool.ts';

/** A candidate for completion. */
export interface CompletionValue {
  readonly value: string;
  /** Further text it is found by, such as the title of a session. */
  readonly also?: string;
}

export interface CompletionContext {
  /** Opens the requested project; rejects with a `StoreError` where there is none. */
  readonly project: () => Promise<OpenProject>;
  readonly language: Language;
  /** The other variables or arguments given so far. */
  readonly given: Readonly<Record<string, string>>;
  /** The text to complete. */
  readonly typed: string;
}

/** Returns all candidates, best first. */
export type Completer = (
  context: CompletionContext,
) => Promise<readonly CompletionValue[]> | readonly CompletionValue[];

/** Maximum number of values per reply, set by the protocol. */
const maxValues = 100;

export interface Completion {
  readonly values: readonly string[];
  /** Number of matches. */
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * Filters the candidates that match the typed text, ignoring case: prefixes first, then substrings, then matches in
 * other text; each in the given order.
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
  return { values: values.slice(0, maxValues), total: values.length, hasMore: values.length > maxValues };
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A completer with fixed values. */
export const oneOf =
  (...values: readonly (string | number)[]): Completer =>
  () =>
    values.map((value) => ({ value: String(value) }));

/** A completer with fixed values in the language of prompts. */
export const oneOfTexts =
  (...texts: readonly Text[]): Completer =>
  ({ language }) =>
    texts.map((text) => ({ value: sayIn(language)(text) }));

const beforeLast = new RegExp(String.raw`^.*${separators.source}\s*`, 's');

/** Completes the last item of a list in a text. */
export const listed =
  (complete: Completer): Completer =>
  async (context) => {
    const [before = ''] = beforeLast.exec(context.typed) ?? [];
    return (await complete(context)).map(({ value, also }) => ({
      value: `${before}${value}`,
      ...defined({ also }),
    }));
  };
