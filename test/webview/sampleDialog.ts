import type { DialogPaneMessage } from '../../src/protocol/dialogPane.ts';
import { seeded } from '../seeded.ts';

const start = Date.UTC(2025, 9, 6, 8);

const questions = [
  'Why does the nightly import fail on **Mondays**?',
  'Could you look at `src/import/reader.ts:42`? The reader stops after the first batch.',
  '把订单导入改成流式读取，不要一次读完整个文件。',
  'Please add a test for this, and keep the public API as it is.',
  'What is the difference between https://example.com/a?b=c and the cached copy?',
];

const answers = [
  'The import reads the whole file before it starts. On Mondays the file is three times as large, so the process runs out of memory.\n\nTwo ways out:\n\n1. Read it as a **stream** and write in batches\n2. Raise the limit, which only moves the problem\n\nI would take the first one, see src/import/reader.ts:42 and `docs/import.md`.',
  'Done. The reader is a generator now:\n\n```ts\nexport async function* batches(source: AsyncIterable<Row>, size = 500) {\n  let batch: Row[] = [];\n  for await (const row of source) {\n    batch.push(row);\n    if (batch.length === size) {\n      yield batch; // the caller decides when to go on\n      batch = [];\n    }\n  }\n  if (batch.length > 0) yield batch;\n}\n```\n\nAll 84 tests pass.',
  '已改为流式读取：\n\n- 每批 500 行，写入后释放内存\n- 失败时从最后一批重试，不会重复写入\n\n> 约束：公共 API 不变。\n\n涉及文件：src/import/reader.ts:42、src/import/writer.ts。',
  '| file | before | after |\n|---|--:|--:|\n| orders.csv | 1.9 GB | 64 MB |\n| items.csv | 310 MB | 41 MB |\n\nMemory stays flat now.',
  '```tool_call\n{"name": "run_tests", "arguments": {"path": "test/import", "watch": false}}\n```\n\nThe test suite is green, including the new test for *empty* files.',
];

/** A long dialog in which every message is made from its position, so that any part of it can be had at once. */
export function sampleMessage(position: number): DialogPaneMessage {
  const random = seeded(position + 1);
  const pick = (texts: readonly string[]): string => texts[Math.floor(random() * texts.length)]!;
  const user = position % 2 === 0;
  const paragraphs = user || random() < 0.7 ? 1 : 1 + Math.floor(random() * 3);
  const text = Array.from({ length: paragraphs }, () => pick(user ? questions : answers)).join('\n\n');
  return {
    position,
    role: user ? 'user' : 'assistant',
    text: `${text}\n\n#${String(position)}`,
    ts: start + position * 3 * 60_000,
    ...(user ? {} : { author: position % 3 === 0 ? 'Claude Code' : 'Codex' }),
  };
}

/** A rolling summary as agents write it. */
export const sampleSummary = {
  decisions: [
    { id: 'D1', value: 'Read imports as a stream, in batches of 500 rows' },
    { id: 'D2', value: 'Retry from the last batch that was written; never from the start' },
  ],
  constraints: ['The public API of src/import stays as it is', 'No new dependency'],
  TODO: ['Measure memory on the largest customer file', 'Write the release note'],
  issues: ['items.csv of March holds two rows with the same key'],
  facts: ['The Monday file is about three times as large as the others'],
  references: ['src/import/reader.ts', 'docs/import.md', 'https://example.com/tickets/4711'],
};

export const sampleSummaryZh = {
  决策: ['采用流式读取，每批 500 行', '失败时从最后一批重试'],
  约束: ['公共 API 不变', '不引入新依赖'],
  待办: ['在最大的客户文件上测量内存'],
  问题: ['三月的 items.csv 有两行主键重复'],
  事实: ['周一的文件约为平时的三倍'],
  引用: ['src/import/reader.ts', 'docs/import.md'],
};
