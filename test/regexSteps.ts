import { parsedPattern, type Pattern, type Repetition } from './regexPattern.ts';

/*
 * Counts what regular expressions do: each look at a character, as V8 goes through a text and back again. It is the same
 * on every machine, where the time that it takes is not.
 */

/** Where a match that goes on from an index ends; -1: nowhere. */
type Step = (at: number) => number;
type Test = (code: number) => boolean;

type Exec = (this: RegExp, text: string) => RegExpExecArray | null;
const exec: Exec = Reflect.get(RegExp.prototype, 'exec');

/** An expression that is followed look by look. */
class CountingPattern {
  steps = 0;
  #text = '';
  readonly #flags: string;
  readonly #begin: Step;

  constructor({ source, flags }: RegExp) {
    this.#flags = flags.replace(/[^imsu]/g, '');
    this.#begin = this.#compiled(parsedPattern(source), 1, (at) => at);
  }

  /** The begin and end of the first match at an index or, unless it is `sticky`, behind it. */
  first(text: string, from: number, isSticky: boolean): readonly [number, number] | undefined {
    this.#text = text;
    for (let at = from; at <= text.length; at++) {
      const end = this.#begin(at);
      if (end >= 0) return [at, end];
      if (isSticky) return undefined;
    }
    return undefined;
  }

  #compiled(pattern: Pattern, direction: 1 | -1, next: Step): Step {
    switch (pattern.kind) {
      case 'character':
        return this.#character(testOf(pattern.source, this.#flags), direction, next);
      case 'edge':
        return this.#edge(pattern.source, next);
      case 'look': {
        const inner = this.#compiled(pattern.inner, pattern.ahead ? 1 : -1, (at) => at);
        return (at) => (inner(at) >= 0 === pattern.wanted ? next(at) : -1);
      }
      case 'sequence': {
        const parts = direction > 0 ? [...pattern.parts].reverse() : pattern.parts;
        return parts.reduce((after, part) => this.#compiled(part, direction, after), next);
      }
      case 'choice':
        return firstOf(pattern.options.map((option) => this.#compiled(option, direction, next)));
      case 'repetition':
        return this.#repetition(pattern, direction, next);
    }
  }

  #character(test: Test, direction: 1 | -1, next: Step): Step {
    const looked = direction > 0 ? 0 : -1;
    return (at) => {
      this.steps++;
      const code = this.#text.charCodeAt(at + looked);
      return code === code && test(code) ? next(at + direction) : -1;
    };
  }

  #edge(source: string, next: Step): Step {
    const isOfLine = this.#flags.includes('m');
    const isWord = (at: number): boolean => /\w/.test(this.#text.charAt(at));
    const isBreak = (at: number): boolean => /[\n\r\u2028\u2029]/.test(this.#text.charAt(at));
    const isAt: (at: number) => boolean =
      source === '^'
        ? (at) => at === 0 || (isOfLine && isBreak(at - 1))
        : source === '$'
          ? (at) => at === this.#text.length || (isOfLine && isBreak(at))
          : (at) => (isWord(at - 1) !== isWord(at)) === (source === '\\b');
    return (at) => {
      this.steps++;
      return isAt(at) ? next(at) : -1;
    };
  }

  #repetition(pattern: Repetition, direction: 1 | -1, next: Step): Step {
    const { inner, least, most, isLazy } = pattern;
    if (inner.kind === 'character' && !isLazy)
      return this.#run(testOf(inner.source, this.#flags), pattern, direction, next);
    // How often it was gone through, and where it began, belong to each way through the text.
    let [count, begun] = [0, -1];
    const again = this.#compiled(inner, direction, (at) => {
      const [before, from] = [count, begun];
      if (at === from && before >= least) return -1; // nothing was matched
      count++;
      const end = onward(at);
      [count, begun] = [before, from];
      return end;
    });
    const more: Step = (at) => {
      const from = begun;
      begun = at;
      const end = again(at);
      begun = from;
      return end;
    };
    const leave: Step = (at) => {
      const [before, from] = [count, begun];
      [count, begun] = [0, -1];
      const end = next(at);
      [count, begun] = [before, from];
      return end;
    };
    const onward: Step = (at) => {
      if (count < least) return more(at);
      if (count >= most) return leave(at);
      const end = isLazy ? leave(at) : more(at);
      return end >= 0 ? end : isLazy ? more(at) : leave(at);
    };
    return (at) => {
      const [before, from] = [count, begun];
      [count, begun] = [0, -1];
      const end = onward(at);
      [count, begun] = [before, from];
      return end;
    };
  }

  /** As many characters as there are, then fewer and fewer. */
  #run(test: Test, { least, most }: Repetition, direction: 1 | -1, next: Step): Step {
    const looked = direction > 0 ? 0 : -1;
    return (at) => {
      let count = 0;
      for (; count < most; count++) {
        this.steps++;
        const code = this.#text.charCodeAt(at + direction * count + looked);
        if (code !== code || !test(code)) break;
      }
      for (; count >= least; count--) {
        const end = next(at + direction * count);
        if (end >= 0) return end;
      }
      return -1;
    };
  }
}

function firstOf(options: readonly Step[]): Step {
  return (at) => {
    for (const option of options) {
      const end = option(at);
      if (end >= 0) return end;
    }
    return -1;
  };
}

const tests = new Map<string, Test>();

/** Whether a character is of a class, as the engine itself says; each is asked for once. */
function testOf(source: string, flags: string): Test {
  const key = `${flags} ${source}`;
  const known = tests.get(key);
  if (known) return known;
  const one = new RegExp(`^${source}$`, flags.replace('m', ''));
  const answers = new Uint8Array(65_536);
  const test: Test = (code) => {
    answers[code] ||= exec.call(one, String.fromCharCode(code)) ? 2 : 1;
    return answers[code] === 2;
  };
  tests.set(key, test);
  return test;
}

const patterns = new Map<string, CountingPattern>();

function patternOf(expression: RegExp): CountingPattern {
  const key = String(expression);
  const known = patterns.get(key) ?? new CountingPattern(expression);
  patterns.set(key, known);
  return known;
}

/** Finds as the engine does, and counts what that took; both must come to the same. */
function counted(expression: RegExp, text: string, by: Map<string, number>): RegExpExecArray | null {
  const { source, global, sticky, lastIndex } = expression;
  const result = exec.call(expression, text);
  const pattern = patternOf(expression);
  const before = pattern.steps;
  const found = pattern.first(text, global || sticky ? lastIndex : 0, sticky);
  by.set(source, (by.get(source) ?? 0) + pattern.steps - before);
  const real = result ? [result.index, result.index + result[0].length] : undefined;
  if (String(real) !== String(found))
    throw new Error(`${String(expression)} matches ${String(real)}, but is counted as ${String(found)}`);
  return result;
}

/** Runs `work` while every use of an expression, be it by `replace` or `split`, goes through `replacement`. */
function withExec<T>(replacement: Exec, work: () => T): T {
  const usual: unknown = Reflect.get(RegExp.prototype, 'exec');
  Reflect.set(RegExp.prototype, 'exec', replacement);
  try {
    return work();
  } finally {
    Reflect.set(RegExp.prototype, 'exec', usual);
  }
}

export interface Steps {
  readonly total: number;
  /** By the source of the expression. */
  readonly by: ReadonlyMap<string, number>;
}

/** The steps that all regular expressions take together during some work, which does not wait. */
export function countSteps(work: () => unknown): Steps {
  const by = new Map<string, number>();
  withExec(function (text) {
    return withExec(exec, () => counted(this, text, by)); // what counts is not counted
  }, work);
  return { total: [...by.values()].reduce((sum, steps) => sum + steps, 0), by };
}
