import { buildSync } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateVariable } from '../../src/disk/base/stateFolder.ts';
import { openStore } from '../../src/store/store.ts';
import { serverFile } from '../server/withServer.ts';
import { keeper, memoryServer } from './peers.ts';
import { startRaw, type RawClient } from './rawClient.ts';
import { texts } from './texts.ts';

/** A server of which the same is asked as of others. */
export interface Contender {
  readonly name: string;
  /** Puts so many messages into an empty folder, a hundred in each dialog where it has such, or all in one. */
  fill(folder: string, count: number, inOne?: 'inOne'): Promise<void>;
  start(folder: string): Promise<RawClient>;
  save(client: RawClient, text: string): Promise<unknown>;
  search(client: RawClient, word: string): Promise<unknown>;
  /** How many of what was saved are there. */
  count(folder: string): Promise<number>;
}

/** Nothing of whoever runs this is read or changed. */
const quietHome = (folder: string): Record<string, string> => {
  const home = join(folder, '../home');
  mkdirSync(home, { recursive: true });
  return { HOME: home, USERPROFILE: home, [stateVariable]: join(home, 'state') };
};

/** The dialog that grows. */
export const dialog = 'bench';

export const ours: Contender = {
  name: 'this server',
  fill: async (folder, count, inOne) => {
    const { dialogs } = openStore(folder);
    const each = inOne ? 1_000 : 100;
    const all = texts(count).map((text, n) => ({
      role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
      text,
      ts: Date.UTC(2026, 0, 1) + n * 60_000,
    }));
    for (let n = 0; n < count; n += each)
      await dialogs.save(inOne ? dialog : `dialog ${n / each}`, all.slice(n, n + each));
  },
  start: (folder) => startRaw([serverFile, '--root', folder], { env: quietHome(folder) }),
  save: (client, text) => client.call('history_save', { dialog, entry: { role: 'user', text } }),
  search: (client, query) => client.call('history_search', { query }),
  count: async (folder) => (await openStore(folder).dialogs.window(dialog, 0, 0)).total,
};

const lines = (folder: string): string => join(folder, 'lines');

/** The bare SDK server: it appends with one fsync, and scans all lines. */
export function bareIn(programs: string): Contender {
  const program = join(programs, 'bare.js');
  buildSync({
    entryPoints: [join(__dirname, 'bareServer.ts')],
    outfile: program,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    legalComments: 'none',
    logLevel: 'error',
  });
  return {
    name: 'bare SDK server',
    fill: (folder, count) => {
      const all = texts(count).map((text) => `${JSON.stringify({ text })}\n`);
      writeFileSync(lines(folder), all.join(''));
      return Promise.resolve();
    },
    start: (folder) => startRaw([program, lines(folder)]),
    save: (client, text) => client.call('append', { text }),
    search: (client, text) => client.call('scan', { text }),
    count: () => Promise.resolve(NaN),
  };
}

/** The peers from npm that could be installed in a folder. */
export const peersIn = (installed: string): readonly Contender[] => [
  {
    name: memoryServer.name,
    fill: (folder, count) => {
      const all = texts(count).map((text, n) =>
        JSON.stringify({ type: 'entity', name: `filled ${n}`, entityType: 'message', observations: [text] }),
      );
      writeFileSync(join(folder, 'memory.jsonl'), all.join('\n'));
      return Promise.resolve();
    },
    start: (folder) =>
      startRaw([join(installed, memoryServer.program)], {
        env: { ...quietHome(folder), MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
      }),
    save: (client, text) => {
      const entities = [{ name: unique(), entityType: 'message', observations: [text] }];
      return client.call('create_entities', { entities });
    },
    search: (client, query) => client.call('search_nodes', { query }),
    count: () => Promise.resolve(NaN),
  },
  {
    name: keeper.name,
    fill: async (folder, count) => {
      const client = await startKeeper(installed, folder);
      await client.call('context_save', { key: 'first', value: 'the first' });
      await client.close();
      writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts(count)));
      sqlite(installed, folder, keeperFill);
    },
    start: (folder) => startKeeper(installed, folder),
    save: (client, value) => client.call('context_save', { key: unique(), value }),
    search: (client, query) => client.call('context_search', { query, limit: 10 }),
    count: (folder) => Promise.resolve(Number(sqlite(installed, folder, keeperCount)) - 1),
  },
];

let last = 0;
const unique = (): string => `key-${process.pid}-${++last}`;

const startKeeper = (installed: string, folder: string): Promise<RawClient> =>
  startRaw([join(installed, keeper.program)], {
    env: { ...quietHome(folder), DATA_DIR: folder },
    cwd: folder,
  });

/** With numbers of their own: one that has none gets its number from a look at all others. */
const keeperFill = `
  const { session_id, number } = db.prepare('SELECT session_id, sequence_number AS number FROM context_items').get();
  const names = 'id, session_id, key, value, size, sequence_number';
  const add = db.prepare('INSERT INTO context_items (' + names + ') VALUES (?, ?, ?, ?, ?, ?)');
  const texts = JSON.parse(require('node:fs').readFileSync('texts.json', 'utf8'));
  const all = () => texts.forEach((text, n) => add.run('f' + n, session_id, 'filled ' + n, text, text.length, number + 1 + n));
  db.transaction(all)();`;
const keeperCount = `console.log(db.prepare('SELECT count(*) AS count FROM context_items').get().count);`;

/** Runs a script with the database of the peer open as `db`. */
const sqlite = (installed: string, cwd: string, script: string): string => {
  const module = JSON.stringify(join(installed, 'node_modules/better-sqlite3'));
  const open = `const db = require(${module})('context.db');`;
  return execFileSync(process.execPath, ['-e', `${open}${script}`], { cwd, encoding: 'utf8' });
};
