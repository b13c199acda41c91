// A project with months of history, for figures and for tasks as a person has them: writes 300 dialogs, 20,000 messages in
// one of them, 500 memories, and 1,000 sessions of five agents with their records of tokens.
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { NewEntry } from '../../src/history/dialogs/types.ts';
import { openStore } from '../../src/store/store.ts';
import { writeUsageHome } from '../unit/store/usage/usageHome.ts';

export interface Months {
  readonly dialogs: number;
  /** Of the longest dialog. */
  readonly messages: number;
  readonly memories: number;
  readonly sessions: number;
  /** When the newest of it was said, milliseconds. */
  readonly now: number;
}

export const wholeMonths = { dialogs: 300, messages: 20_000, memories: 500, sessions: 1_000 } as const;

/** The dialog with most messages. */
export const longest = 'architecture';
/** What was decided a week ago, and stands in a summary only. */
export const decided = {
  dialog: 'dead-letters',
  text: 'Dead letters are kept for 14 days, then dropped',
} as const;

const day = 24 * 60 * 60_000;
const subjects = [
  'login',
  'invoices',
  'search',
  'queue',
  'cache',
  'deploy',
  'tests',
  'docs',
  'payments',
  '登录',
  '对账',
  '缓存',
];
const works = [
  'errors',
  'timeouts',
  'retries',
  'refactoring',
  'migration',
  'limits',
  'logging',
  '重构',
  '迁移',
  '性能',
];
const said = [
  'The {s} service returns 500 when the token has expired; where is it refreshed?',
  'I moved the {w} of {s} into a module of its own and added tests for the empty case.',
  'Keep the old names of {s} until the next release, please.',
  '{s} 的{w}在并发时偶尔失败，请先写一个能复现的测试。',
  'Done: {s} is 30 % faster, because {w} no longer reads the file twice.',
];

/** Fills a workspace folder, and the folder that stands for the person's home. */
export async function writeMonths(root: string, home: string, months: Months): Promise<void> {
  for (let n = 0; n < months.dialogs; n++) await writeDialog(root, n, months);
  const { memories } = openStore(root);
  await memories.import(JSON.stringify(Array.from({ length: months.memories }, (_, n) => memory(n, months))));
  writeUsageHome(home, root, { sessions: months.sessions, turns: 4, filler: 400, now: months.now });
}

async function writeDialog(
  root: string,
  n: number,
  { dialogs: count, messages, now }: Months,
): Promise<void> {
  // The newest today, the oldest half a year ago, and more of them of late.
  const at = now - Math.round((n / count) ** 2 * 180 * day) - n * 60_000;
  const { dialogs } = openStore(root, { clock: { now: () => at } });
  const name = nameOf(n);
  const length = name === longest ? messages : 4 + (n % 9);
  for (let first = 0; first < length; first += 2_000)
    await dialogs.save(name, entriesOf(n, { first, last: Math.min(length, first + 2_000), end: at, length }));
  if (n % 3 === 0 || name === decided.dialog) await dialogs.setSummary(name, summaryOf(n, name), 'replace');
  if (n % 10 === 0) await dialogs.setLabels(name, { tags: [subject(n)] });
  const { folder = '' } = (await dialogs.overview(name)) ?? {};
  for (const file of readdirSync(folder)) utimesSync(join(folder, file), at / 1_000, at / 1_000);
}

const subject = (n: number): string => subjects[n % subjects.length] ?? '';
const work = (n: number): string => works[Math.floor(n / subjects.length) % works.length] ?? '';

function nameOf(n: number): string {
  if (n === 1) return longest;
  if (n === 40) return decided.dialog;
  const round = Math.floor(n / (subjects.length * works.length));
  return `${subject(n)}-${work(n)}${round === 0 ? '' : `-${round + 1}`}`;
}

function entriesOf(
  n: number,
  { first, last, end, length }: { first: number; last: number; end: number; length: number },
): NewEntry[] {
  return Array.from({ length: last - first }, (_, index) => {
    const k = first + index;
    return {
      role: k % 2 === 0 ? ('user' as const) : ('assistant' as const),
      text: `${textOf(n + k)} (${n}.${k})`,
      ts: end - (length - k) * 90_000,
      meta: { agent: ['claude-code', 'codex', 'gemini', 'copilot', 'qwen'][n % 5] ?? '' },
    };
  });
}

const textOf = (n: number): string =>
  (said[n % said.length] ?? '').replace('{s}', subject(n)).replace('{w}', work(n));

const summaryOf = (n: number, name: string) => ({
  decisions: [
    name === decided.dialog ? decided.text : `${subject(n)} keeps its ${work(n)} behind a flag`,
    `The ${subject(n)} team reviews changes of ${work(n)}`,
  ],
  TODO: [`Measure ${subject(n)} again after the ${work(n)}`],
});

const memory = (n: number, { now, memories }: Months) => ({
  content: `${textOf(n)} Remembered as number ${n}.`,
  tags: [subject(n), work(n)],
  memory_type: ['fact', 'decision', 'note'][n % 3],
  created_at: Math.round((now - (n / memories) * 180 * day) / 1_000),
});
