import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/store.ts';
import { programOf } from '../../program.ts';
import type { Kind } from './hostileProcess.ts';
import { works, writeSession } from './hostileWorks.ts';
import { assistant, user } from './withStore.ts';

/** `FAULTS=all` (npm run test:faults) puts each kind of thing in every place. */
const everything = process.env.FAULTS === 'all';
/** Ends a process that hangs, as one that waits for a pipe; no other comes near it. Milliseconds. */
const hungMs = 1_800_000;

/** A project that has every file and folder the store knows; gives their paths in the history, those of folders, too. */
async function fullHistory(root: string): Promise<string[]> {
  const store = openStore(root);
  writeSession(root);
  for (let n = 0; n < 4; n++) await store.dialogs.save('d', [user('x'.repeat(70_000)), assistant('y')]);
  await store.dialogs.save('e', [user('z')]);
  await store.dialogs.setSummary('d', { facts: ['a'] }, 'replace');
  await store.dialogs.setSummary('d', { facts: ['b'] }, 'replace');
  await store.dialogs.clear('d');
  await store.dialogs.save('d', [user('x'), assistant('y')]);
  await store.contexts.startNew('d', {});
  const all = works(store, root);
  for (const work of Object.values(all)) await work();
  await store.dialogs.clear('e');
  await all.hub?.();
  await store.dialogs.save('e', [user('z')]);
  await store.dialogs.clear('e');
  await store.dialogs.save('d', [user('x'), assistant('y')]);
  const history = join(root, '.chat-history');
  await fs.writeFile(join(history, 'd/pending.json'), '{"v":1,"op":"rename","to":"d"}\n');
  await fs.writeFile(join(history, '.machine/restoring.json'), '{"v":1}\n');
  await fs.mkdir(join(history, '.machine/since-0123abcd'));
  await fs.writeFile(join(history, 'settings.json'), '{"brief":"always","briefTokens":800}\n');
  const mark = { v: 1, at: 1, length: 20, print: 1, salt: '00', hash: '00' };
  await fs.writeFile(join(history, '.forgotten.jsonl'), `${JSON.stringify(mark)}\n`);
  const paths = (await fs.readdir(history, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
  const seen = new Set<string>();
  return paths.sort().filter((path) => {
    const form = path.replace(/\d+/g, '0').replace(/[0-9a-f]{6,}/g, 'x'); // of many alike one is enough
    return !path.startsWith('e') && !path.startsWith('.locks/e') && !seen.has(form) && seen.add(form);
  });
}

/** The paths that docs/files.md names, as expressions; without what only damage leaves. */
async function documentedPaths(): Promise<RegExp[]> {
  const page = await fs.readFile(join(__dirname, '../../../docs/files.md'), 'utf8');
  const [, layout = ''] = /```\n\.chat-history\/\n([\s\S]*?)```/.exec(page) ?? [];
  const above: string[] = [];
  return layout
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', name = ''] = /^( *)((?:<[^>]*>|\S)+)/.exec(line) ?? [];
      above.splice(indent.length / 2 - 1, Infinity, name);
      return name.includes('damaged') ? [] : [above.join('').replace(/\/$/, '')];
    })
    .map((path) => new RegExp(`^${path.replace(/[.*]/g, '\\$&').replace(/<[^>]+>/g, '[^/]+')}$`));
}

function run(kind: Kind, template: string, paths: readonly string[]): Promise<string[]> {
  const program = programOf(join(__dirname, 'hostileProcess.ts'));
  const child = spawn(process.execPath, [program, kind, template, ...paths], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), hungMs);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  return new Promise((done) => {
    child.on('close', () => {
      clearTimeout(timer);
      done(
        text
          .trimEnd()
          .split('\n')
          .map((line) => String(JSON.parse(line))),
      );
    });
  });
}

describe('a history that somebody hostile made', function () {
  this.timeout(hungMs + 10_000);
  const kinds: Kind[] = [
    'link out',
    'link in',
    'dangling link',
    'folder',
    'huge number',
    'huge file',
    'bad JSON',
  ];
  if (process.platform !== 'win32') kinds.push('pipe');
  let folder: string;
  let template: string;
  let paths: readonly string[];

  before(async () => {
    folder = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'hostile-')));
    template = join(folder, 'template');
    await fs.mkdir(template);
    paths = await fullHistory(template);
    for (const known of await documentedPaths())
      assert.ok(
        paths.some((path) => known.test(path)),
        String(known),
      );
  });
  after(() => fs.rm(folder, { recursive: true, force: true }));

  for (const [nth, kind] of kinds.entries())
    it(`reaches nothing outside, blocks nothing and stops no other subject with a ${kind} in the place of its files`, async () => {
      // Each place meets one kind, and where there is time each.
      const places = everything ? paths : paths.filter((_, n) => n % kinds.length === nth);
      const told = await run(kind, template, places);
      assert.equal(told.at(-1), 'done', `stopped ${told.at(-1)}`);
      const wrong = told.map((line, n) =>
        line.startsWith('at ')
          ? ''
          : `${told.slice(0, n).findLast((each) => each.startsWith('at '))}: ${line}`,
      );
      assert.deepEqual(
        wrong.slice(0, -1).filter((line) => line !== ''),
        [],
      );
    });
});
