import { isStopWord, terms } from '../../disk/text/tokens.ts';
import { rejectedIn, replacedIds, idOf } from './rejections.ts';

/** A decision and its time. */
export interface Decided {
  readonly text: string;
  /** Milliseconds. */
  readonly time: number;
  /** May be older than its time: it was written together with others, some of them copied. */
  readonly isOlder?: boolean;
  /** The list it belongs to; decisions of one list are in the order in which they were made. */
  readonly list?: string;
}

/**
 * Returns the decisions that no other replaces. A later one replaces another that says nearly the same, decides the
 * same subject differently, or is rejected by it. Where the order is unknown, only an explicit rejection counts.
 */
export function inForce<T extends Decided>(decided: readonly T[]): T[] {
  return decided.filter((one, n) => !decided.some((other, m) => n !== m && replaces([other, m], [one, n])));
}

type Placed = readonly [one: Decided, at: number];

function replaces([newer, m]: Placed, [older, n]: Placed): boolean {
  const order = orderOf([older, n], [newer, m]);
  if (order === 'before') return contradicts(newer.text, older.text);
  return order === 'unknown' && rejects(newer.text, older.text) && !rejects(older.text, newer.text);
}

/** The order of two decisions. */
function orderOf([a, n]: Placed, [b, m]: Placed): 'before' | 'after' | 'unknown' {
  if (a.list !== undefined && a.list === b.list) return n < m ? 'before' : 'after';
  if (a.time === b.time)
    return a.isOlder === true || b.isOlder === true ? 'unknown' : n < m ? 'before' : 'after';
  const [first, last] = a.time < b.time ? [a, b] : [b, a];
  if (last.isOlder === true) return 'unknown';
  return first === a ? 'before' : 'after';
}

/** Reports whether a later text rejects an earlier one or decides otherwise. */
export function contradicts(newer: string, older: string): boolean {
  return (
    rejects(newer, older) ||
    isAlike(newer, older) ||
    isOtherChoice(newer, older) ||
    isOtherValue(newer, older)
  );
}

/** Reports whether a text names the other by its id, or rejects what the other chose. */
function rejects(newer: string, older: string): boolean {
  const id = idOf(older);
  if (id !== undefined && replacedIds(newer).has(id)) return true;
  if (id !== undefined && idOf(newer) === id && newer !== older) return true;
  if (rejectedBy(newer).length === 0) return false;
  const said = contentOf(older);
  const against = new Set(rejectedBy(older).flatMap(({ was }) => [...contentOf(was)]));
  return rejectedBy(newer).some(({ was, now }) => {
    const [gone, kept] = [contentOf(was), contentOf(now)];
    const names = gone.size > 0 && isIn(gone, said) && !isIn(gone, against);
    if (!names || (kept.size > 0 && isIn(kept, said))) return false;
    const shared = [...contentOf(newer)].filter((word) => said.has(word) && !gone.has(word)).length;
    return (
      shared > 0 || said.size <= gone.size + 2 || isIn(gone, contentOf(choiceOf(older).found?.choice ?? ''))
    );
  });
}

/** Memoizes, since each text is compared with many others. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= 500) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** The words of a subject, without stop words and verbs of choosing. */
const contentOf = remembering(
  (text): ReadonlySet<string> =>
    new Set(terms(text).filter((word) => !isStopWord(word) && !choosing().has(word))),
);
const termsOf = remembering((text): ReadonlySet<string> => new Set(terms(text)));
const rejectedBy = remembering(rejectedIn);
const choiceOf = remembering((text) => ({ found: choiceIn(text) }));

/** Creates on first use, so that nothing waits where nothing is compared. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

const choosing = once(
  () =>
    new Set(
      terms(
        'use uses using choose chose chosen adopt adopted switch switched prefer decision decided decide now 用 使 使用 采 采用 选 选用 改 改用 决 决定 定',
      ),
    ),
);
const negations = once(
  () =>
    new Set([
      ...['never', 'not', 'no', 'without', 'dont', 'don', '不', '别', '勿'],
      ...terms('不要 不再 不能 禁止'),
    ]),
);

const isIn = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((word) => all.has(word));

/** The words of a text in order, without negations and stop words. */
const plainOf = remembering((text) =>
  [...termsOf(text)]
    .filter((word) => !negations().has(word) && !isStopWord(word))
    .sort()
    .join(' '),
);

/** Reports whether two texts share three quarters of their words and the same numbers, or differ only in a negation. */
export function isAlike(a: string, b: string): boolean {
  const [one, other] = [termsOf(a), termsOf(b)];
  const both = [...one].filter((word) => other.has(word)).length;
  if (both > 0 && plainOf(a) !== '' && plainOf(a) === plainOf(b)) return true;
  const numbers = (text: string): string => (text.match(/\d+/g) ?? []).join(' ');
  return both > 0 && both / (one.size + other.size - both) >= 0.75 && numbers(a) === numbers(b);
}

interface Choice {
  readonly subject: string;
  readonly choice: string;
}

const ended = /\s+(?:because|since|so|instead|rather|as|when|if|until|unless)\b|[,;.(，。；（：]/i;
const imperative =
  /^(?:[\w-]+:\s+)?(?:we |let['’]?s |please )?(?:will |should )?(?:use|choose|adopt|go with|prefer|switch to|migrate to|move to)\s+(.+?)\s+(?:for|as|to)\s+(?:the |our |all )?(.+)$/i;
const declared =
  /^(.{2,60}?)\s*(?:\b(?:(?:will |should |now )*(?:uses?|using|switch(?:es|ed)? to|migrate[sd]? to|moved? to|is now|changed to)\b)|改用|改为|改成|换成|迁移到|切换到|采用|使用|选用|统一用|用)\s*(.+)$/i;
const chineseImperative = /^(?:改?用|使用|采用|选用)\s*(.+?)\s*(?:做|作为|来|存储|管理|实现)\s*(.+)$/;

/** Parses the choice in a text and its subject. */
function choiceIn(text: string): Choice | undefined {
  const said = text.replace(/^\W*(?:[A-Z]{1,4}-?\d+|decision|决定|决策)\s*[:：.)]\s*/i, '');
  const [, what, whatFor] = imperative.exec(said) ?? chineseImperative.exec(said) ?? [];
  const [, subject = whatFor, object = what] = what === undefined ? (declared.exec(said) ?? []) : [];
  const choice = object?.split(ended, 1)[0];
  return subject === undefined || choice === undefined
    ? undefined
    : { subject: subject.split(ended, 1)[0] ?? '', choice };
}

/** Reports whether both choose different things for the same subject. */
function isOtherChoice(newer: string, older: string): boolean {
  const [one, other] = [choiceOf(newer).found, choiceOf(older).found];
  if (!one || !other) return false;
  const [of, ofOther] = [contentOf(one.subject), contentOf(other.subject)];
  const [now, was] = [contentOf(one.choice), contentOf(other.choice)];
  const both = [...of].filter((word) => ofOther.has(word)).length;
  const isSame = both > 0 && both / (of.size + ofOther.size - both) >= 0.6;
  const isShort = now.size > 0 && was.size > 0 && now.size <= 8 && was.size <= 8;
  return isSame && isShort && !isIn(now, was) && !isIn(was, now);
}

/** The words before a value that a text assigns. */
const giving =
  /(?:\b(?:is|are|be|to|by|per|as|every|within|after|once|(?:\w+ed|written|kept|built) in)|[:：=]|[为是成到按每])\s*$/i;

/** Reports whether two texts differ in a single value: `prices are stored in cents`, `… in euros`. */
function isOtherValue(newer: string, older: string): boolean {
  const [a, b] = [newer.trim(), older.trim()];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  const word = /[\w-]*$/.exec(a.slice(0, start))?.[0].length ?? 0;
  start -= word;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  end -= /^[\w-]*/.exec(a.slice(a.length - end))?.[0].length ?? 0;
  const [now, was] = [a.slice(start, a.length - end).trim(), b.slice(start, b.length - end).trim()];
  const before = a.slice(0, start);
  const isValue =
    now !== '' &&
    was !== '' &&
    now.split(/\s+/).length <= 3 &&
    was.split(/\s+/).length <= 3 &&
    now.length <= 30 &&
    was.length <= 30;
  const isKey = /[:：]\s*$/.test(before) && /\s/.test(`${now}${was}`) && !/^\d/.test(now);
  const isDone = /ed\b/.test(`${now} ${was}`) && /\b(?:is|are|be)\s*$/i.test(before);
  return isValue && !isDone && !isKey && giving.test(before) && contentOf(before).size >= 1;
}
