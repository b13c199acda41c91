import { isStopWord, terms } from '../text/tokens.ts';
import { rejectedIn, replacedIds, idOf } from './rejections.ts';

/** Something that was decided, and when. */
export interface Decided {
  readonly text: string;
  /** Milliseconds. */
  readonly time: number;
  /** It may be older than its time says: it is one of several that were written together, some of them once more. */
  readonly isOlder?: boolean;
  /** What it stands in together with others; those of one are in the order in which they were said. */
  readonly list?: string;
}

/**
 * Those that no other one replaces. One replaces another where it came later and says nearly the same, says something
 * else of the same subject, or says that the other no longer holds. Where it is not known which came later, only what
 * says so replaces.
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

/** Whether one came before the other. */
function orderOf([a, n]: Placed, [b, m]: Placed): 'before' | 'after' | 'unknown' {
  if (a.list !== undefined && a.list === b.list) return n < m ? 'before' : 'after';
  if (a.time === b.time)
    return a.isOlder === true || b.isOlder === true ? 'unknown' : n < m ? 'before' : 'after';
  const [first, last] = a.time < b.time ? [a, b] : [b, a];
  if (last.isOlder === true) return 'unknown';
  return first === a ? 'before' : 'after';
}

/** Whether a text that came later says that another no longer holds, or says otherwise. */
export function contradicts(newer: string, older: string): boolean {
  return (
    rejects(newer, older) ||
    isAlike(newer, older) ||
    isOtherChoice(newer, older) ||
    isOtherValue(newer, older)
  );
}

/** It names the other by its id, or names what the other chose as what is no longer chosen. */
function rejects(newer: string, older: string): boolean {
  const id = idOf(older);
  if (id !== undefined && replacedIds(newer).has(id)) return true;
  if (id !== undefined && idOf(newer) === id && newer !== older) return true;
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

/** Each text is compared with many others. */
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

/** Words that say what a text is about; words of choosing say only that it chooses. */
const contentOf = remembering(
  (text): ReadonlySet<string> =>
    new Set(terms(text).filter((word) => !isStopWord(word) && !choosing().has(word))),
);
const termsOf = remembering((text): ReadonlySet<string> => new Set(terms(text)));
const rejectedBy = remembering(rejectedIn);
const choiceOf = remembering((text) => ({ found: choiceIn(text) }));

/** Made on first use: whoever finds nothing to compare does not wait for it. */
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

/** They share three quarters of their words, and the same numbers; or all of them but a negation. */
export function isAlike(a: string, b: string): boolean {
  const [one, other] = [termsOf(a), termsOf(b)];
  const both = [...one].filter((word) => other.has(word)).length;
  const plain = (words: ReadonlySet<string>): string =>
    [...words]
      .filter((word) => !negations().has(word) && !isStopWord(word))
      .sort()
      .join(' ');
  if (both > 0 && plain(one) !== '' && plain(one) === plain(other)) return true;
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

/** What a text chooses, and what for. */
function choiceIn(text: string): Choice | undefined {
  const said = text.replace(/^\W*(?:[A-Z]{1,4}-?\d+|decision|决定|决策)\s*[:：.)]\s*/i, '');
  const [, what, whatFor] = imperative.exec(said) ?? chineseImperative.exec(said) ?? [];
  const [, subject = whatFor, object = what] = what === undefined ? (declared.exec(said) ?? []) : [];
  const choice = object?.split(ended, 1)[0];
  return subject === undefined || choice === undefined
    ? undefined
    : { subject: subject.split(ended, 1)[0] ?? '', choice };
}

/** Both choose something for the same, and not the same. */
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

/** What stands before a value that a text gives to its subject. */
const giving =
  /(?:\b(?:is|are|be|to|by|per|as|every|within|after|once|(?:\w+ed|written|kept|built) in)|[:：=]|[为是成到按每])\s*$/i;

/** They differ only in one value: `prices are stored in cents`, `… in euros`. */
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
