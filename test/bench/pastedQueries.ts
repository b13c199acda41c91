// How often search finds the text that a query was copied from, for what people paste: commands, errors, paths, code.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types.ts';
import { seeded } from '../seeded.ts';

/** Number of texts of each kind, each of which gives one query. */
const perKind = 25;
/** The text must be among so many first hits. */
const first = 3;

const random = seeded(41);
const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
const number = (most: number): number => Math.floor(random() * most);

const names =
  'cart order login payment session cache report user invoice search index worker queue token'.split(' ');
const verbs = 'load save parse render send fetch merge check'.split(' ');
const name = (): string => `${pick(names)}`;
const called = (): string =>
  `${pick(verbs)}${name().replace(/^./, (letter) => letter.toUpperCase())}${number(90)}`;
const file = (): string => `src/${name()}/${called()}.${pick(['ts', 'py', 'go', 'rs'])}`;

/** What is pasted, by kind. */
const kinds: Readonly<Record<string, () => string>> = {
  'remove command': () => `rm -rf ${name()}_${number(999)}`,
  'git command': () => `git rebase -i HEAD~${number(99)} -x ${name()}`,
  'docker command': () =>
    `docker run -p ${number(9_000)}:80 -name ${name()} nginx:${number(30)}.${number(9)}`,
  'find command': () => `find ./${name()} -name ${called()}.log -type f`,
  'error line': () => `TypeError: Cannot read properties of undefined (reading '${called()}')`,
  'error code': () => `-32${100 + number(900)}: ${name()} failed`,
  'stack frame': () => `at ${called()} (/app/${file()}:${number(900)}:${number(80)})`,
  path: () => `/home/ann/${file()}`,
  'Windows path': () => `C:\\Users\\ann\\${name()}\\${called()}.cs`,
  URL: () => `https://${name()}.example.org/v${number(9)}/${called()}?id=${number(9_999)}&on=click`,
  code: () => `if (${called()} !== null && !${called()}) return ${name()}[${number(99)}];`,
  JSON: () => `{"${name()}": {"id": ${number(99_999)}, "role": "admin"}}`,
  pair: () => `${pick(['tag', 'on', 'role', 'source', 'agents'])}:${called()}`,
  version: () => `${name()}@${number(20)}.${number(20)}.${number(20)}-rc.${number(9)}`,
  sign: () => `${pick(['🚀', '→', '✅', '⚠️', '≠'])} ${called()} ${number(99)}`,
  Chinese: () =>
    `${pick(['登录', '支付', '订单', '缓存'])}${pick(['页面', '接口', '服务'])}第${number(999)}次打不开`,
  Japanese: () => `${pick(['ログイン', '支払い', '注文'])}画面の${number(999)}番目のエラー`,
  Korean: () => `${pick(['로그인', '결제', '주문'])} 화면 오류 ${number(999)}번`,
  Russian: () => `${pick(['ёлки', 'заказ', 'платёж'])} номер ${number(9_999)} не найден`,
  German: () => `${pick(['Müller', 'Straße', 'Größe'])} ${number(9_999)} lässt sich nicht öffnen`,
};

/** In what ways people copy a text. */
const ways: Readonly<Record<string, (text: string) => string>> = {
  'as they stand': (text) => text,
  'in backticks': (text) => `\`${text}\``,
  'on one line': (text) => text.replaceAll(/\s+/g, ' '),
  'without two characters at each end': (text) => text.slice(2, -2),
  shortened: (text) => `${text.slice(0, Math.ceil(text.length * 0.8))}…`,
};

interface Pasted {
  readonly kind: string;
  readonly query: string;
  readonly id: string;
}

/** Texts that each hold what is pasted of them, in other words and after another one. */
function texts(): readonly Pasted[] {
  return Object.entries(kinds).flatMap(([kind, make]) =>
    Array.from({ length: perKind }, (_, n) => ({ kind, query: make(), id: `${kind} ${n}` })),
  );
}

/** Prints for each kind how many of its texts are among the first hits of the query that was copied from them. */
export async function measurePasted(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'history-pasted-'));
  try {
    const store = openStore(root);
    const all = texts();
    const now = Date.now();
    await store.dialogs.save(
      'd',
      all.map(({ query, id }, n) => ({
        role: n % 2 ? ('assistant' as const) : ('user' as const),
        text: `We looked at ${name()} and ${name()} again. Then: ${query}\nIt was ${called()}.`,
        ts: now - (all.length - n) * 7_200_000,
        id,
      })),
    );
    for (const [way, copied] of Object.entries(ways)) await measureWay(store, all, { way, copied });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function measureWay(
  store: Store,
  all: readonly Pasted[],
  { way, copied }: { readonly way: string; readonly copied: (text: string) => string },
): Promise<void> {
  const missed = new Map<string, string[]>();
  for (const { kind, query: text, id } of all) {
    const query = copied(text);
    const { hits } = await store.search.find({ query, limit: first });
    if (!hits.some((hit) => hit.id === id)) missed.set(kind, [...(missed.get(kind) ?? []), query]);
  }
  const found = all.length - [...missed.values()].flat().length;
  console.log(
    `${found} of ${all.length} queries pasted ${way} have their text among the first ${first} hits`,
  );
  for (const [kind, queries] of missed) console.log(`  ${kind}: not ${queries.join(' | ')}`);
}
