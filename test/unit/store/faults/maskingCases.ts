// Masking of what was stored before secrets were masked: a file as a whole or not at all, whatever the disk does.
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { StoreError } from '../../../../src/disk/base/core.ts';
import { openStore } from '../../../../src/store/store.ts';
import type { Store } from '../../../../src/store/types.ts';
import { githubToken } from '../secrets/tokens.ts';
import { assistant, user } from '../withStore.ts';
import type { Case } from './cases.ts';

const token = githubToken();
const next = 'afterwards';
const text = `Deploy with ${token} today. ${'It rains. '.repeat(200)}`;

/** As it was when secrets were kept. */
const before = (root: string): Store => openStore(root, { secrets: () => 'keep' });

/** Masks one file; that it was left is an error here. */
const masking = (file: string) => async (store: Store) => {
  const { left } = await store.secretScan.mask([file]);
  const first = left.find((each) => each.file === file);
  if (first) throw new StoreError('storage', first.reason);
};

/** Whether a file is there, and whether it holds the secret. */
function secretIn({ folder }: Pick<Store, 'folder'>, file: string): unknown {
  const path = join(folder, file);
  if (!fs.statSync(path, { throwIfNoEntry: false })?.isFile()) return 'none';
  const bytes = fs.readFileSync(path);
  const whole = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return whole.includes(token) ? 'kept' : `masked ${whole.includes('[secret: ')}`;
}

const saveNext = (store: Store) => store.dialogs.save('d', [user(next)]);

/** What people see is the same before and after, as secrets are masked when they are shown. */
async function shown(store: Store): Promise<unknown> {
  const names = (await store.dialogs.list()).map(({ name }) => name.replace(token, 'TOKEN'));
  const whole = { recentTurns: 10_000, includeSummary: true, includeMessages: true };
  const details = (await store.dialogs.list()).map(async ({ name }) => {
    const { messages = [], summary } = await store.dialogs.detail(name, whole);
    return [messages.map((message) => message.text).filter((said) => said !== next), summary];
  });
  return [names.sort(), await Promise.all(details)];
}

const memories = '.memory/memories.jsonl';
const derived = '.index/sessions/x.json';

/** The file with the secret in the name of a dialog, and those of the cases below. */
let named = '';
const where = new Map<string, string>();

/** Where files lie that are written seldom or never again. */
const others: Readonly<
  Record<string, { readonly file: RegExp; readonly fill: (store: Store) => Promise<unknown> }>
> = {
  'the copy of a transcript': {
    file: /^\.conversations\/raw\//,
    fill: ({ folder }) => {
      fs.mkdirSync(join(folder, '.conversations/raw'), { recursive: true });
      const bytes = gzipSync(`${JSON.stringify({ text })}\n`.repeat(50));
      fs.writeFileSync(join(folder, '.conversations/raw/a.jsonl.gz'), bytes);
      return Promise.resolve();
    },
  },
  'a deleted memory': {
    file: /^\.trash\/.*content\.json$/,
    fill: async ({ memories }) => memories.remove((await memories.store({ content: text })).memory.hash),
  },
  'a recording': {
    file: /^\.sessions\/.*\.jsonl$/,
    fill: ({ sessions }) => sessions.record('s', [{ type: 'user', content: text }]),
  },
  'a summary of a session': {
    file: /^\.sessions\/.*\.json$/,
    fill: ({ sessions }) => sessions.setSummary({ source: 'claude', sessionId: 's' }, { facts: [text] }),
  },
  'an archived context': {
    file: /^d\/contexts\/archive\//,
    fill: async ({ dialogs, contexts }) => {
      await dialogs.save('d', [user(text), assistant('yes')]);
      await contexts.startNew('d', {});
    },
  },
  'a backup': {
    file: /^d\/backups\/.*messages/,
    fill: async ({ dialogs }) => {
      await dialogs.save('d', [user(text)]);
      await dialogs.clear('d');
    },
  },
};

/** The one file of a history whose path is of a form, and which holds the secret. */
function fileBelow(folder: string, form: RegExp): string {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => name.replaceAll('\\', '/')).filter((name) => form.test(name));
  const found = files.find((file) => secretIn({ folder }, file) === 'kept');
  if (found === undefined) throw new Error(`There is no ${String(form)} among ${names.join(', ')}.`);
  return found;
}

export const maskingCases: readonly Case[] = [
  {
    title: 'masking of the messages of a dialog',
    prepare: (_, root) => before(root).dialogs.save('d', [user(text), user('x')]),
    run: masking('d/messages.json'),
    state: async (store) => [secretIn(store, 'd/messages.json'), await shown(store)],
    next: saveNext,
  },
  {
    title: 'masking of a summary',
    prepare: async (_, root) => {
      await before(root).dialogs.save('d', [user('x')]);
      await before(root).dialogs.setSummary('d', { facts: [text] }, 'replace');
    },
    run: masking('d/summary.json'),
    state: async (store) => [secretIn(store, 'd/summary.json'), await shown(store)],
    next: saveNext,
  },
  {
    title: 'masking of memories',
    prepare: async (_, root) => {
      await before(root).memories.store({ content: `one ${token}`, tags: ['t'] });
      await before(root).memories.store({ content: 'two' });
    },
    run: masking(memories),
    state: async (store) => {
      const known = (await store.memories.list()).filter(({ content }) => content !== next);
      return [secretIn(store, memories), known.map(({ content, tags }) => [content, tags])];
    },
    next: (store) => store.memories.store({ content: next }),
  },
  {
    title: 'deletion of what was derived from a secret',
    prepare: async (_, root) => {
      const store = before(root);
      await store.dialogs.save('d', [user('x')]);
      fs.mkdirSync(join(store.folder, '.index/sessions'), { recursive: true });
      fs.writeFileSync(join(store.folder, derived), JSON.stringify({ text }));
    },
    run: masking(derived),
    state: (store) => Promise.resolve(secretIn(store, derived)),
    next: saveNext,
  },
  {
    title: 'masking of the name of a dialog',
    prepare: async (_, root) => {
      const store = before(root);
      await store.dialogs.save(`plan ${token}`, [user('x')]);
      const [info] = await store.dialogs.list();
      named = `${basename(info?.folder ?? '')}/dialog.json`;
    },
    run: (store) => masking(named)(store),
    state: async (store) => [secretIn(store, named), await shown(store)],
    next: async (store) => {
      const [{ name } = { name: 'd' }] = await store.dialogs.list();
      await store.dialogs.save(name, [user(next)]);
    },
  },
  ...Object.entries(others).map(([what, { file, fill }]) => ({
    title: `masking of ${what}`,
    prepare: async (_: Store, root: string) => {
      const store = before(root);
      await store.dialogs.save('d', [user('x')]);
      await fill(store);
      where.set(what, fileBelow(store.folder, file));
    },
    run: (store: Store) => masking(where.get(what) ?? '')(store),
    state: (store: Store) => Promise.resolve(secretIn(store, where.get(what) ?? '')),
    // Whoever is told that it failed does it again.
    next: async (store: Store) => {
      await saveNext(store);
      if (secretIn(store, where.get(what) ?? '') === 'kept') await masking(where.get(what) ?? '')(store);
    },
  })),
];
