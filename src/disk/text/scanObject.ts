/** How far a text is an object of JSON. */
export interface ObjectScan {
  /** Whether the object is complete; its texts and numbers are not checked. */
  readonly isWhole: boolean;
  /** Its end, or the place where no object can go on. */
  readonly end: number;
  /** Where an object inside begins that ends at `end`, white space aside. */
  readonly last?: number;
}

/** What may follow in an object or list. */
type Expected = 'key or end' | 'key' | 'colon' | 'value or end' | 'value' | 'comma or end';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [opening, closing, listOpening, listClosing] = [0x7b, 0x7d, 0x5b, 0x5d];

/** White space, other control characters and byte order marks. */
export const isPadding = (code: number): boolean => code <= 0x20 || code === 0xfeff;

/** Follows the object that begins at `start` to its end, or to where it is torn. */
export function scanObject(text: string, start: number): ObjectScan {
  return text.charCodeAt(start) === opening
    ? new Scanner(text, start).scan()
    : { isWhole: false, end: start };
}

class Scanner {
  readonly #text: string;
  #at: number;
  /** Where the open objects and lists begin. */
  readonly #open: number[] = [];
  #expected: Expected = 'value';
  /** Where the object begins that was closed last, until more follows. */
  #last: number | undefined;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  scan(): ObjectScan {
    while (this.#at < this.#text.length) {
      const code = this.#text.charCodeAt(this.#at);
      if (isSpace(code)) this.#at++;
      else if (!this.#take(code)) break;
      else if (this.#open.length === 0) return { isWhole: true, end: this.#at };
    }
    return {
      isWhole: false,
      end: this.#at,
      ...(this.#last !== undefined && { last: this.#last }),
    };
  }

  /** Takes what begins here; false if it cannot follow. */
  #take(code: number): boolean {
    if ((code === closing || code === listClosing) && this.#mayEnd()) return this.#close(code);
    if (this.#expected === 'comma or end') return this.#sign(code, comma, this.#isInList() ? 'value' : 'key');
    if (this.#expected === 'colon') return this.#sign(code, colon, 'value');
    if (code === quote) return this.#string();
    if (this.#expected === 'key' || this.#expected === 'key or end') return false;
    if (code === opening || code === listOpening) return this.#opened(code);
    return this.#word();
  }

  #mayEnd(): boolean {
    return this.#expected.endsWith('or end');
  }

  #isInList(): boolean {
    return this.#text.charCodeAt(this.#open.at(-1) ?? 0) === listOpening;
  }

  #sign(code: number, wanted: number, next: Expected): boolean {
    if (code !== wanted) return false;
    this.#last = undefined;
    this.#at++;
    this.#expected = next;
    return true;
  }

  #opened(code: number): boolean {
    this.#open.push(this.#at++);
    this.#expected = code === opening ? 'key or end' : 'value or end';
    return true;
  }

  #close(code: number): boolean {
    if (this.#isInList() !== (code === listClosing)) return false;
    const begin = this.#open.pop();
    this.#at++;
    this.#last = code === closing ? begin : undefined;
    this.#expected = 'comma or end';
    return true;
  }

  /** Takes a text; stops at a control character, which no text contains. */
  #string(): boolean {
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === backslash && this.#text.charCodeAt(this.#at + 1) >= 0x20) this.#at++;
      else if (code < 0x20) return false;
      else if (code === quote) {
        this.#at++;
        this.#expected = this.#expected.startsWith('key') ? 'colon' : 'comma or end';
        return true;
      }
    }
    return false;
  }

  /** Takes a number, `true`, `false` or `null`. */
  #word(): boolean {
    const begin = this.#at;
    while (/[\w.+-]/.test(this.#text[this.#at] ?? '')) this.#at++;
    this.#expected = 'comma or end';
    return this.#at > begin;
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
