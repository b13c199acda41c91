/*
 * Regular expressions as trees, as far as the product and the rules of secretlint use them: without references back to
 * what a group matched.
 */

/** A part of a regular expression. */
export type Pattern =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'edge'; readonly source: string }
  | { readonly kind: 'look'; readonly ahead: boolean; readonly wanted: boolean; readonly inner: Pattern }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | Repetition;

export interface Repetition {
  readonly kind: 'repetition';
  readonly inner: Pattern;
  readonly least: number;
  readonly most: number;
  readonly isLazy: boolean;
}

const escape = /^\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|c[a-z]|p\{[^}]*\}|[^1-9kbB])/i;
const character = /^(?:\[\]|\[\^\]|\[\^?(?:\\[^]|[^\]\\])+\]|[^\\()|^$*+?])/;
const openings = {
  '(?:': undefined,
  '(?=': { ahead: true, wanted: true },
  '(?!': { ahead: true, wanted: false },
  '(?<=': { ahead: false, wanted: true },
  '(?<!': { ahead: false, wanted: false },
} as const;

/** Reads the source of an expression; throws where it has what is not known here. */
export function parsedPattern(source: string): Pattern {
  const reading = new Reading(source);
  const pattern = reading.choice();
  if (!reading.isAtEnd) throw reading.unknown();
  return pattern;
}

class Reading {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length;
  }

  choice(): Pattern {
    const options: Pattern[] = [];
    do options.push(this.#sequence());
    while (this.#take('|'));
    const [only] = options;
    return only !== undefined && options.length === 1 ? only : { kind: 'choice', options };
  }

  unknown(): Error {
    return new Error(`not known in a pattern: ${this.#rest.slice(0, 30)}`);
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (!this.isAtEnd && !/^[|)]/.test(this.#rest)) parts.push(this.#repeated(this.#part()));
    return { kind: 'sequence', parts };
  }

  #part(): Pattern {
    for (const [opening, look] of Object.entries(openings))
      if (this.#take(opening)) {
        const inner = this.#closed();
        return look === undefined ? inner : { kind: 'look', ...look, inner };
      }
    if (this.#match(/^\((?!\?)|^\(\?<\w+>/) !== undefined) return this.#closed();
    const edge = this.#match(/^(?:\^|\$|\\[bB])/);
    if (edge !== undefined) return { kind: 'edge', source: edge };
    const source = this.#match(escape) ?? this.#match(character);
    if (source === undefined) throw this.unknown();
    return { kind: 'character', source };
  }

  #closed(): Pattern {
    const inner = this.choice();
    if (!this.#take(')')) throw this.unknown();
    return inner;
  }

  #repeated(inner: Pattern): Pattern {
    const text = this.#match(/^(?:[*+?]|\{\d+(?:,\d*)?\})/);
    if (text === undefined) return inner;
    const [, least = '', comma, most = ''] = /^\{(\d+)(,)?(\d*)\}$/.exec(text) ?? [];
    const [from, to] =
      least === ''
        ? [text === '+' ? 1 : 0, text === '?' ? 1 : Infinity]
        : [Number(least), comma === undefined ? Number(least) : most === '' ? Infinity : Number(most)];
    return { kind: 'repetition', inner, least: from, most: to, isLazy: this.#take('?') };
  }

  get #rest(): string {
    return this.#source.slice(this.#at);
  }

  #take(text: string): boolean {
    const isNext = this.#source.startsWith(text, this.#at);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  #match(pattern: RegExp): string | undefined {
    const [text] = pattern.exec(this.#rest) ?? [];
    this.#at += text?.length ?? 0;
    return text;
  }
}
