// Search over 100,000 messages: building the index, what it takes, the first search of the next process, queries, and a message more, against a linear scan.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types.ts';
import { eventually } from '../eventually.ts';
import { median, timed } from './measure.ts';

const messages = 100_000;
const dialogs = 10;
const rounds = 51;

/** Numbers that look random and are the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = seeded(7);
const syllables = 'ba be di do fa fi ga go ka ko la lo ma mi na no pa pe ra ro sa so ta te va vo'.split(' ');
const characters = Array.from(
  '数据库连接失败登录验证码校验用户资料页面修复缓存队列任务日志配置部署测试接口请求超时',
);
const pick = <T>(from: readonly T[], skew = 1): T => from[Math.floor(random() ** skew * from.length)]!;
/** Some words are in every message, most in few, as in any language. */
const vocabulary = Array.from({ length: 30_000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join(''),
);

function text(n: number): string {
  const words = Array.from({ length: 25 }, () => pick(vocabulary, 3)).join(' ');
  const chinese = Array.from({ length: 10 }, () => pick(characters)).join('');
  return n === messages / 2 ? `${words} zebrafish ${chinese}` : `${words} ${chinese}`;
}

async function fill(store: Store): Promise<void> {
  for (let n = 0; n < messages; n += 1_000)
    await store.dialogs.save(
      `dialog ${n % dialogs === 0 ? Math.floor((n * dialogs) / messages) : 0}`,
      Array.from({ length: 1_000 }, (_, i) => ({
        role: i % 2 ? ('assistant' as const) : ('user' as const),
        text: text(n + i),
        ts: Date.UTC(2026, 0, 1) + (n + i) * 60_000,
      })),
    );
}

/** What a search without an index does. */
async function scan(store: Store, word: string): Promise<number> {
  let found = 0;
  for (const { name } of await store.dialogs.list())
    for await (const part of store.dialogs.all(name))
      found += part.filter((message) => message.text.includes(word)).length;
  return found;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes in use. */
const memory = (): number => {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

async function queries(store: Store): Promise<void> {
  const common = vocabulary[0]!;
  for (const [title, query] of [
    ['rare word', 'zebrafish'],
    ['common word', common],
    ['five words', `zebrafish ${common} ${vocabulary[1]} ${vocabulary[40]} ${vocabulary[4_000]}`],
    ['Chinese', '登录验证'],
    ['phrase', `"${common}"`],
    ['regular expression', '/zebra.*sh/'],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await timed(() => store.search.find({ query })));
    console.log(`${title}: ${median(times).toFixed(2)} ms`);
  }
}

async function oneMore(store: Store): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const word = `quokka${round}x`;
    await store.dialogs.save('dialog 3', [{ role: 'user', text: word }]);
    times.push(
      await timed(async () => {
        if ((await store.search.find({ query: word })).hits[0]?.snippet !== word)
          throw new Error('not found');
      }),
    );
  }
  console.log(`found right after it was saved: ${median(times).toFixed(2)} ms`);
}

/** What another process needs for its first search, once one has written the index down. */
async function nextProcess(root: string): Promise<void> {
  const list = join(root, '.chat-history/.index/search/segments.json');
  await eventually('the index is written', () => existsSync(list));
  const before = memory();
  const [times, kept]: [number[], Store[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    const store = openStore(root);
    kept.push(store);
    times.push(await timed(() => store.search.find({ query: 'zebrafish' })));
  }
  const each = (memory() - before) / kept.length;
  console.log(`first search with that index: ${median(times).toFixed(0)} ms, takes ${each.toFixed(0)} MB`);
}

async function main(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'history-search-'));
  try {
    await fill(openStore(root));
    const store = openStore(root);
    await store.dialogs.list();
    const before = memory();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const cpu = process.cpuUsage();
    const built = await timed(() => store.search.find({ query: 'zebrafish' }));
    const { user, system } = process.cpuUsage(cpu);
    delay.disable();
    console.log(
      `index of ${messages} messages: ${built.toFixed(0)} ms (of the processor: ${((user + system) / 1e3).toFixed(0)} ms), longest slice ${(delay.max / 1e6).toFixed(0)} ms`,
    );
    console.log(`takes ${(memory() - before).toFixed(0)} MB`);
    await nextProcess(root);
    await queries(store);
    await oneMore(store);
    const linear = await timed(() => scan(store, 'zebrafish'));
    const indexed = await timed(() => store.search.find({ query: 'zebrafish' }));
    console.log(`linear scan: ${linear.toFixed(0)} ms, ratio ${(linear / indexed).toFixed(0)}`);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

void main();
