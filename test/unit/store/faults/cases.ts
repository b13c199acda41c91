import assert from 'node:assert/strict';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { writeProjectFile } from '../../../../src/disk/files/projectFile.ts';
import type { Transcript } from '../../../../src/history/archive/types.ts';
import { systemClock } from '../../../../src/disk/base/context.ts';
import { silentLog } from '../../../../src/disk/base/core.ts';
import type { Brief } from '../../../../src/insight/brief/types.ts';
import { contentHash } from '../../../../src/history/memory/memory.ts';
import { callersOf, noteCaller } from '../../../../src/disk/projects/callers.ts';
import { addFolder, otherFolders } from '../../../../src/disk/projects/projectFolders.ts';
import { readLabels } from '../../../../src/history/sessions/sessionLabels.ts';
import type { NewMessage } from '../../../../src/history/sessions/recordingTypes.ts';
import type { Store } from '../../../../src/store/types.ts';
import { maskingCases } from './maskingCases.ts';
import { claudeTranscript, type Line } from '../transcriptOf.ts';
import { assistant, many, user } from '../withStore.ts';
import { inIndex } from '../../../inIndex.ts';

/** One of the store's ways to write. */
export interface Case {
  readonly title: string;
  readonly prepare?: (store: Store, root: string) => Promise<unknown>;
  /** Puts back what lies in no file. */
  readonly putBack?: () => void;
  readonly run: (store: Store, root: string) => Promise<unknown>;
  /** All that `run` may change, but for what `next` adds. What is in the trash and in its place, too, counts once. */
  readonly state: (store: Store, root: string) => Promise<unknown>;
  /** The next write, of other content. */
  readonly next: (store: Store, root: string) => Promise<unknown>;
  /** It does not wait for the disk: a power cut may take it after it was told as done. */
  readonly mayBeLost?: true;
  /** Of many changes, each of which is made or not: until it is told as done some may be. `next` makes the others. */
  readonly inSteps?: true;
}

/** What the next write adds. */
export const next = 'afterwards';
const whole = { recentTurns: 10_000, includeSummary: true, includeMessages: true };

export async function dialogs(store: Store): Promise<unknown> {
  const listed = await store.dialogs.list();
  const names = listed.map(({ name }) => name).sort();
  const flags = listed.map(({ name, pinned }) => [name, pinned]).sort();
  return { flags, dialogs: await Promise.all(names.map((name) => dialog(store, name))) };
}

/** Everything a person can see of a dialog. */
async function dialog({ dialogs, contexts }: Store, name: string): Promise<unknown> {
  const { messages = [], summary } = await dialogs.detail(name, whole);
  const active = (await contexts.active(name))?.context;
  const archived = [...(await contexts.list(name))].sort((a, b) => a.title.localeCompare(b.title));
  const summaries = archived.map(async ({ contextId }) => (await contexts.get(contextId)).context.summary);
  const present = new Set([active?.contextId, ...archived.map(({ contextId }) => contextId)]);
  const trash = (await contexts.trash(name)).filter(({ contextId }) => !present.has(contextId));
  const replaced = (await dialogs.replacedSummaries(name)).map((item) => JSON.stringify(item.summary));
  const known = (turns: readonly { text: string }[] = []) =>
    turns.map(({ text }) => text.trim().slice(0, 20)).filter((text) => text !== next);
  return {
    name,
    texts: known(messages),
    summary,
    active: known(active?.turns),
    archived: archived.map((context) => [context.title, context.messageCount, context.summaryPreview]),
    summaries: await Promise.all(summaries),
    // What could not be changed was put aside all the same, and is again with the next try.
    trash: [...new Set(trash.map(({ title, turns }) => `${title} ${turns}`))],
    replaced: [...new Set(replaced.filter((text) => text !== JSON.stringify(summary)))],
  };
}

/** What is known of projects lies in the same folder here, so that its disk fails, too. */
const machineIn = (root: string) => ({
  machine: { home: join(root, 'home'), env: {}, platform: process.platform },
  clock: systemClock,
  log: silentLog,
});

/** What is deleted is noted where there is the journal of a hub. */
const withHub = async (root: string): Promise<void> => {
  await fs.mkdir(join(root, '.chat-history/.machine'), { recursive: true });
  await fs.writeFile(join(root, '.chat-history/.machine/hub-state.json'), '{}\n');
};

const saveNext = (store: Store) => store.dialogs.save('d', [user(next)]);
const inDialogs = { state: dialogs, next: saveNext };

const prepareTrash = async (store: Store): Promise<unknown> => {
  await store.dialogs.save('d', many(1));
  await store.dialogs.save('x', many(2));
  return store.dialogs.setSummary('x', { a: 1 }, 'replace');
};

const restoreAs = async (store: Store, as?: string): Promise<unknown> => {
  const [item] = await store.dialogTrash.list();
  return item ? store.dialogTrash.restore(item.id, as) : saveNext(store);
};

/** After a power cut the disk may know a folder where it was and where it is. */
const withTrash = async (store: Store): Promise<unknown> => {
  const present = (await store.dialogs.list()).map(({ name }) => name);
  const trashed = (await store.dialogTrash.list()).filter(
    ({ name }) => !present.includes(name) && !present.includes('y'),
  );
  return [await dialogs(store), trashed.map(({ name }) => name)];
};

const dialogCases: readonly Case[] = [
  {
    ...inDialogs,
    title: 'first save',
    state: async (store) => {
      const { flags, dialogs: all } = (await dialogs(store)) as {
        flags: unknown;
        dialogs: { texts: string[] }[];
      };
      return all.some(({ texts }) => texts.length > 0) ? { flags, all } : {}; // the next write makes the dialog, too
    },
    run: (store) => store.dialogs.save('d', [user('new'), assistant('yes')]),
  },
  {
    ...inDialogs,
    title: 'save',
    prepare: (store) => store.dialogs.save('d', many(3)),
    run: (store) => store.dialogs.save('d', [user('new'), assistant('yes')]),
  },
  {
    ...inDialogs,
    title: 'save that seals',
    prepare: (store) => store.dialogs.save('d', many(3, 30_000)),
    run: (store) => store.dialogs.save('d', [user('new')]),
  },
  {
    ...inDialogs,
    title: 'summary that is merged',
    prepare: async (store) => {
      await store.dialogs.save('d', many(1));
      await store.dialogs.setSummary('d', { a: 1 }, 'replace');
    },
    run: (store) => store.dialogs.setSummary('d', { b: 1 }, 'merge'),
  },
  {
    ...inDialogs,
    title: 'summary that is replaced',
    prepare: async (store) => {
      await store.dialogs.save('d', many(1));
      await store.dialogs.setSummary('d', { a: 1 }, 'replace');
    },
    run: (store) => store.dialogs.setSummary('d', { b: 1 }, 'replace'),
  },
  {
    ...inDialogs,
    title: 'clear',
    prepare: async (store) => {
      await store.dialogs.save('d', many(3, 30_000));
      await store.dialogs.save('d', many(3));
      await store.dialogs.setSummary('d', { a: 1 }, 'replace');
    },
    run: (store) => store.dialogs.clear('d'),
  },
  {
    ...inDialogs,
    title: 'clear, with a hub',
    prepare: async (store, root) => {
      await store.dialogs.save('d', many(3, 30_000));
      await store.dialogs.save('d', many(3));
      await withHub(root);
    },
    run: (store) => store.dialogs.clear('d'),
  },
  {
    ...inDialogs,
    title: 'messages that another machine deleted',
    prepare: async (store) => {
      await store.dialogs.save('d', many(3, 30_000));
      await store.dialogs.save('d', many(3));
      await store.dialogs.setSummary('d', { a: 1 }, 'replace');
    },
    run: (store) =>
      store.dialogs.removeMessages('d', { isGone: ({ text }) => text.startsWith('2'), summary: true }),
  },
  {
    ...inDialogs,
    title: 'another order of messages',
    prepare: async (store) => {
      await store.dialogs.save('d', many(3, 30_000));
      await store.dialogs.save('d', many(3));
    },
    run: async (store) => {
      const { epoch } = await store.dialogs.version('d');
      return store.dialogs.reorder('d', { epoch, keys: [0, 1, 3, 2] });
    },
  },
  {
    ...inDialogs,
    title: 'restore',
    prepare: async (store) => {
      await store.dialogs.save('d', many(3, 30_000));
      await store.dialogs.setSummary('d', { a: 1 }, 'replace');
      await store.dialogs.clear('d');
      await store.dialogs.save('d', many(2));
    },
    run: async (store) => store.dialogs.restoreBackup('d', (await store.dialogs.backups('d')).at(-1)!.id),
  },
  {
    ...inDialogs,
    title: 'compact',
    prepare: async (store) => {
      await store.dialogs.save('d', many(3, 30_000));
      await store.dialogs.save('d', many(3, 100, 3));
      await store.dialogs.setSummary('d', { a: 1 }, 'replace');
    },
    run: async (store) => {
      const version = await store.dialogs.version('d');
      return store.dialogs.compact('d', { version, summary: { b: 1 }, keep: [1, 5] });
    },
  },
  {
    ...inDialogs,
    title: 'rename',
    prepare: async (store) => {
      await store.dialogs.save('x', many(2));
      await store.dialogs.setActive('x');
    },
    state: async (store) => [await dialogs(store), await store.dialogs.active()],
    run: (store) => store.dialogs.rename('x', 'y'),
    next: async (store) => {
      const [{ name } = { name: 'x' }] = await store.dialogs.list();
      await store.dialogs.save(name, [user(next)]);
      await store.dialogs.setActive(name);
    },
  },
  {
    ...inDialogs,
    title: 'deletion of a dialog',
    prepare: prepareTrash,
    state: withTrash,
    run: (store) => store.dialogTrash.remove('x'),
    next: async (store) => store.dialogs.save((await store.dialogs.overview('x')) ? 'x' : 'd', [user(next)]),
  },
  {
    ...inDialogs,
    title: 'restoring of a deleted dialog',
    prepare: async (store) => {
      await prepareTrash(store);
      await store.dialogTrash.remove('x');
    },
    state: withTrash,
    run: (store) => restoreAs(store),
  },
  {
    ...inDialogs,
    title: 'restoring of a deleted dialog under another name',
    prepare: async (store) => {
      await prepareTrash(store);
      await store.dialogTrash.remove('x');
      await store.dialogs.save('x', many(1));
    },
    state: withTrash,
    run: (store) => restoreAs(store, 'y'),
    next: async (store) => {
      if (!(await store.dialogs.overview('y'))) await restoreAs(store, 'y'); // done again where it failed
      await store.dialogs.save('y', [user(next)]);
    },
  },
  {
    ...inDialogs,
    title: 'pin',
    prepare: (store) => store.dialogs.save('d', many(2)),
    run: (store) => store.dialogs.setLabels('d', { pinned: true }),
  },
];

/** A dialog with two archived contexts and an active one that has begun. */
async function threeContexts({ dialogs, contexts }: Store): Promise<void> {
  for (const subject of ['one', 'two', 'three']) {
    await dialogs.save('d', [user(subject), assistant('yes')]);
    if (subject !== 'three') await contexts.startNew('d', {});
  }
}

const contextTwo = async ({ contexts }: Store): Promise<string> =>
  (await contexts.list('d')).find(({ title }) => title === 'two')!.contextId;

const inContexts = { ...inDialogs, prepare: threeContexts };

const setActiveAgain = async ({ dialogs }: Store): Promise<void> => {
  const { name, chosen } = await dialogs.active();
  await dialogs.setActive(chosen ? name : undefined);
};

const activeCases: readonly Case[] = [
  {
    title: 'active dialog',
    prepare: async (store) => {
      for (const name of ['d', 'e']) await store.dialogs.create(name);
      await store.dialogs.setActive('e');
    },
    run: (store) => store.dialogs.setActive('d'),
    state: (store) => store.dialogs.active(),
    next: setActiveAgain,
  },
  {
    title: 'active dialog taken back',
    prepare: async (store) => {
      await store.dialogs.create('d');
      await store.dialogs.setActive('d');
    },
    run: (store) => store.dialogs.setActive(undefined),
    state: (store) => store.dialogs.active(),
    next: setActiveAgain,
  },
];

const contextCases: readonly Case[] = [
  {
    ...inDialogs,
    title: 'first context',
    prepare: (store) => store.dialogs.save('d', [user('one'), assistant('yes'), user('two')]),
    run: (store) => store.contexts.startNew('d', {}),
  },
  { ...inContexts, title: 'new context', run: (store) => store.contexts.startNew('d', {}) },
  {
    ...inContexts,
    title: 'save into a context',
    run: (store) => store.dialogs.save('d', [user('new')]),
  },
  {
    ...inContexts,
    title: 'summary of a context',
    run: async (store) => store.contexts.summarize(await contextTwo(store), 'short'),
  },
  { ...inContexts, title: 'clearing a context', run: (store) => store.contexts.clearActive('d') },
  {
    ...inContexts,
    title: 'deleting a context',
    run: async (store) => store.contexts.remove(await contextTwo(store)),
  },
  {
    ...inDialogs,
    title: 'bringing a context back',
    prepare: async (store) => {
      await threeContexts(store);
      await store.contexts.remove(await contextTwo(store));
    },
    run: async (store) => store.contexts.restore((await store.contexts.trash('d'))[0]!.id),
  },
];

export async function memories({ memories }: Store): Promise<unknown> {
  const known = (await memories.list()).filter(({ content }) => content !== next);
  const present = new Set(known.map(({ content }) => content));
  const trash = (await memories.trash()).filter(({ preview }) => !present.has(preview));
  return {
    memories: known.map(({ content, tags }) => `${content} ${tags.join()}`).sort(),
    trash: [...new Set(trash.map(({ preview }) => preview))],
  };
}

const inMemories = {
  state: memories,
  prepare: async (store: Store) => {
    for (const content of ['one', 'two']) await store.memories.store({ content, tags: ['t'] });
  },
  next: (store: Store) => store.memories.store({ content: next }),
};

const memoryCases: readonly Case[] = [
  {
    ...inMemories,
    title: 'first memory',
    prepare: () => Promise.resolve(),
    run: (store) => store.memories.store({ content: 'new' }),
  },
  { ...inMemories, title: 'memory', run: (store) => store.memories.store({ content: 'new' }) },
  {
    ...inMemories,
    title: 'change of a memory',
    run: (store) => store.memories.update(contentHash('one'), { tags: ['changed'] }),
  },
  {
    ...inMemories,
    title: 'another text of a memory',
    run: (store) => store.memories.edit(contentHash('one'), 'new'),
  },
  {
    ...inMemories,
    title: 'deleting a memory',
    run: (store) => store.memories.remove(contentHash('one')),
  },
  {
    ...inMemories,
    title: 'deleting several memories',
    run: (store) => store.memories.removeAll({ tags: ['t'] }, { dryRun: false }),
  },
  {
    ...inMemories,
    title: 'bringing a memory back',
    prepare: async (store) => {
      await inMemories.prepare(store);
      await store.memories.remove(contentHash('one'));
    },
    run: async (store) => store.memories.restore((await store.memories.trash())[0]!.id),
  },
  {
    ...inMemories,
    title: 'import of memories',
    run: (store) =>
      store.memories.import(JSON.stringify([{ content: 'three' }, { content: 'four' }, { content: 'five' }])),
  },
  {
    ...inMemories,
    title: 'compaction of the log of memories',
    prepare: async (store) => {
      await inMemories.prepare(store);
      const { folder } = store;
      const log = join(folder, '.memory', 'memories.jsonl');
      const [line = ''] = (await fs.readFile(log, 'utf8')).split('\n');
      await fs.appendFile(log, `${line}\n`.repeat(200));
    },
    run: (store) => store.memories.update(contentHash('one'), { tags: ['changed'] }),
  },
];

/** What the case before its run has learnt. */
const recorded = { path: '', trashId: '' };

const decision = (text: string) => ({ kind: 'decision', text, author: 'Ann' });

const inShared = {
  prepare: async (store: Store) => {
    await store.dialogs.save('d', [user('x')]);
    await store.shared.share(decision('one'));
  },
  state: async ({ shared }: Store) => {
    const texts = (await shared.list()).map(({ text }) => text.trim());
    return texts.filter((text) => text !== next).sort();
  },
  next: (store: Store) => store.shared.share(decision(next)),
};

const firstShared = async ({ shared }: Store): Promise<string> =>
  (await shared.list()).find(({ text }) => text.trim() === 'one')!.id;

const sharedCases: readonly Case[] = [
  {
    ...inShared,
    title: 'first shared item',
    prepare: (store) => store.dialogs.save('d', [user('x')]),
    run: (store) => store.shared.share(decision('one')),
  },
  { ...inShared, title: 'shared item', run: (store) => store.shared.share(decision('two')) },
  {
    ...inShared,
    title: 'another text of a shared item',
    run: async (store) => store.shared.edit(await firstShared(store), { text: 'new' }),
  },
  {
    ...inShared,
    title: 'withdrawing a shared item',
    run: async (store) => store.shared.unshare(await firstShared(store)),
  },
  {
    ...inShared,
    title: 'bringing a shared item back',
    prepare: async (store) => {
      await inShared.prepare(store);
      recorded.trashId = (await store.shared.unshare(await firstShared(store))).trashId;
    },
    run: (store) => store.shared.restore(recorded.trashId),
  },
];

const said = (text: string): NewMessage => ({ type: 'user', content: text });

/** The texts of all recordings. */
async function recordings(store: Store): Promise<unknown> {
  const folder = join(store.folder, '.sessions');
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'));
  const texts = names.map(async (name) => {
    const { messages } = await store.sessions.read({ source: 'history', path: join(folder, name) });
    const said = messages.map(({ content }) => JSON.stringify(content));
    return said.filter((text) => text !== JSON.stringify(next)).join();
  });
  return (await Promise.all(texts)).filter((text) => text !== '').sort();
}

const inRecordings = {
  state: recordings,
  prepare: async (store: Store) => {
    recorded.path = (await store.sessions.record('s', [said('one')])).path;
  },
  next: (store: Store) => store.sessions.record('s', [said(next)]),
};

const summarized = { source: 'claude', sessionId: 's' } as const;

const inSummaries = {
  prepare: (store: Store) => store.sessions.setSummary(summarized, { facts: ['one'] }),
  state: async (store: Store) => (await store.sessions.summary(summarized))?.summary,
  next: (store: Store) => store.sessions.setSummary({ source: 'codex', sessionId: next }, { facts: [next] }),
};

const inLabels = {
  prepare: (store: Store) =>
    store.sessions.setLabels([{ session: summarized, title: 'one', tags: ['t'] }]).then(() => undefined),
  state: ({ folder }: Store) => {
    const all = [...readLabels(join(folder, '.sessions', 'labels.jsonl')).all];
    return Promise.resolve(Object.fromEntries(all.filter(([key]) => !key.includes(next))));
  },
  next: (store: Store) =>
    store.sessions.setLabels([{ session: { source: 'codex', sessionId: next }, note: next }]),
};

const recordingCases: readonly Case[] = [
  {
    ...inRecordings,
    title: 'first recording',
    prepare: () => Promise.resolve(),
    run: (store) => store.sessions.record('s', [said('one'), said('two')]),
  },
  { ...inRecordings, title: 'recording', run: (store) => store.sessions.record('s', [said('two')]) },
  {
    ...inRecordings,
    title: 'recording several messages',
    run: (store) => store.sessions.record('s', [said('two'), said('three'), said('four')]),
  },
  {
    ...inSummaries,
    title: 'first summary of a session',
    prepare: () => Promise.resolve(),
    run: (store) => store.sessions.setSummary(summarized, { facts: ['one'] }),
  },
  {
    ...inSummaries,
    title: 'summary of a session',
    run: (store) => store.sessions.setSummary(summarized, { facts: ['two'] }),
  },
  {
    ...inSummaries,
    title: 'removing the summary of a session',
    run: (store) => store.sessions.setSummary(summarized, undefined),
  },
  {
    ...inLabels,
    title: 'first label of a session',
    prepare: () => Promise.resolve(),
    run: (store) => store.sessions.setLabels([{ session: summarized, title: 'one' }]),
  },
  {
    ...inLabels,
    title: 'labels of several sessions',
    run: (store) =>
      store.sessions.setLabels([
        { session: summarized, title: 'two', note: 'n' },
        { session: { source: 'codex', sessionId: 's' }, archived: true },
      ]),
  },
  {
    ...inRecordings,
    title: 'deleting a recording',
    run: (store) => store.sessions.remove({ source: 'history', path: recorded.path }),
  },
  {
    ...inRecordings,
    title: 'bringing a recording back',
    prepare: async (store) => {
      await inRecordings.prepare(store);
      recorded.trashId = await store.sessions.remove({ source: 'history', path: recorded.path });
    },
    run: (store) => store.sessions.restore(recorded.trashId),
  },
];

const lines: readonly Line[] = Array.from({ length: 4 }, (_, n) => ({ id: `u${n}`, text: `text ${n}` }));
const session = '550e8400-e29b-41d4-a716-446655440000';
const otherSession = 'aaaaaaaa-e29b-41d4-a716-446655440000';

/** The messages of all parts; every archive must be whole and have its copy of the transcript. */
async function archives(store: Store) {
  const { archives, damaged } = await store.archives.list();
  const parts = archives
    .filter((archive) => archive.session === session)
    .map(async ({ name, raw = '', part }) => {
      const page = await store.archives.read(name);
      const { size } = await fs.stat(join(store.folder, '.conversations', raw));
      return [part, page.messages.map(({ id }) => id).join(), page.damaged, size > 0] as const;
    });
  return { parts: (await Promise.all(parts)).sort(), damaged };
}

const prepared = new Map<string, Transcript>();

const archive = (store: Store, of = session) => store.archives.archive(prepared.get(of)!);

const inArchives = {
  state: archives,
  prepare: async (_: Store, root: string) => {
    for (const each of [session, otherSession]) prepared.set(each, await claudeTranscript(root, each, lines));
  },
  /** The same once more, too, which leaves no copy without its archive. */
  next: async (store: Store) => {
    for (const each of [session, otherSession]) await archive(store, each);
    const [copies, texts] = ['.conversations/raw', '.conversations'].map((folder) =>
      readdirSync(join(store.folder, folder)).filter((name) => /\.(?:md|jsonl\.gz)$/.test(name)),
    );
    assert.equal(copies?.length, texts?.filter((name) => name.endsWith('.md')).length);
  },
};

const archiveCases: readonly Case[] = [
  { ...inArchives, title: 'first archive', run: (store) => archive(store) },
  {
    ...inArchives,
    title: 'archive of what came later',
    prepare: async (store, root) => {
      prepared.set(session, await claudeTranscript(root, session, lines.slice(0, 2)));
      await archive(store);
      await inArchives.prepare(store, root);
    },
    run: (store) => archive(store),
  },
  {
    ...inArchives,
    title: 'archive written anew',
    // A part whose copy cannot be read stays as it is, and another follows.
    state: async (store) => {
      const { parts, damaged } = await archives(store);
      const isWhole = parts.every(([, , damage, hasCopy]) => damage === undefined && hasCopy);
      return { ids: parts.map(([, ids]) => ids).join(), isWhole, damaged };
    },
    prepare: async (store, root) => {
      prepared.set(session, await claudeTranscript(root, session, lines.slice(0, 2)));
      await store.archives.archive(prepared.get(session)!, { event: 'Stop', goesOn: true });
      await inArchives.prepare(store, root);
    },
    run: (store) => store.archives.archive(prepared.get(session)!, { event: 'Stop', goesOn: true }),
  },
];

const exportCases: readonly Case[] = [
  {
    title: 'a folder added to a project',
    prepare: (store) => store.dialogs.save('d', [user('x')]),
    run: (_, root) => addFolder(machineIn(root), root, '/old/folder'),
    state: async (_, root) => {
      const folders = await otherFolders(machineIn(root).machine, root);
      return folders.map(({ path }) => path).filter((path) => path !== '/next');
    },
    next: (_, root) => addFolder(machineIn(root), root, '/next'),
  },
  {
    title: 'export',
    run: (_, root) => writeProjectFile(root, 'memories.json', '[{"content":"one"}]\n', silentLog),
    state: (_, root) => fs.readFile(join(root, 'memories.json'), 'utf8').catch(() => undefined),
    next: (_, root) => writeProjectFile(root, `next-${Math.random()}.json`, '[]\n', silentLog),
  },
];

/** A call so many minutes from now: one that was noted a moment ago is not noted again. */
const called = (store: Store, minutes: number) =>
  noteCaller(store.folder, { client: 'codex', version: '1' }, { now: () => Date.now() + minutes * 60_000 });

const statement = { section: 'decisions', time: 1, reference: 'history://dialogs/d/@summary' } as const;

const choiceCases: readonly Case[] = [
  {
    title: 'a statement that is pinned',
    prepare: ({ brief }) => brief.choose({ ...statement, text: 'old' }, { kind: 'never', at: 1 }),
    run: ({ brief }) => brief.choose({ ...statement, text: 'new' }, { kind: 'pinned', at: 2 }),
    state: async ({ brief }) => {
      const { pinned, never } = await brief.choices();
      return [pinned, never].map((list) => list.map(({ text }) => text).filter((text) => text !== next));
    },
    next: ({ brief }) => brief.choose({ ...statement, text: next }, { kind: 'pinned', at: 3 }),
  },
];

const briefOf = (text: string): Brief => ({
  purpose: 'start',
  text,
  tokens: 12,
  items: [],
  omitted: 0,
  left: [],
  outdated: [],
  unread: [],
});
const claim = ({ brief }: Store, text: string, session: string) =>
  brief.claim(briefOf(text), { by: 'hook', session }, { withinMs: 1_000 });

const briefCases: readonly Case[] = [
  {
    title: 'a brief that is given',
    prepare: (store) => store.dialogs.save('d', [user('x')]).then(() => claim(store, 'old', 's1')),
    run: (store) => claim(store, 'new', 's2'),
    state: async ({ brief }) => (await brief.given()).map(({ text }) => text).filter((text) => text !== next),
    next: (store) => claim(store, next, `${Math.random()}`),
  },
];

const callerCases: readonly Case[] = [
  {
    title: 'a call of an agent',
    mayBeLost: true,
    prepare: (store) => store.dialogs.save('d', [user('x')]),
    run: (store) => called(store, 2),
    state: async (store) => (await callersOf(store.folder)).map(({ client }) => client),
    next: (store) => called(store, 4),
  },
];

/** What is found is what the files hold, whatever became of the index and of the log of changes. */
async function found(store: Store): Promise<unknown> {
  const { messages = [] } = await store.dialogs.detail('d', whole);
  const texts = messages.map(({ text }) => text.trim()).filter((text) => !/^\d/.test(text));
  for (const word of ['quince', next]) {
    const { total } = await store.search.find({ query: word });
    assert.equal(total, messages.filter(({ text }) => text.includes(word)).length, word);
  }
  return texts.filter((text) => text !== next);
}

async function namesOf(store: Store): Promise<string[]> {
  const told = [...(await store.dialogs.names())].sort();
  assert.deepEqual(told, (await store.dialogs.list()).map(({ name }) => name).sort());
  return told;
}

/** What a write that died left goes when it is so old that nobody can be writing it. */
function ageDerived(root: string): void {
  const history = join(root, '.chat-history');
  for (const folder of [join(history, '.index'), inIndex(history, 'search')])
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.endsWith('.tmp')) utimesSync(join(folder, name), 0, 0);
}

const derivedCases: readonly Case[] = [
  {
    title: 'an index of the search',
    prepare: (store) => store.dialogs.save('d', many(1_100, 20)),
    run: async (store) => {
      await store.dialogs.save('d', [user('a quince')]);
      await store.search.find({ query: 'quince' }).catch(() => undefined); // what is not searched now is later
      await store.search.keep();
    },
    state: found,
    next: async (store, root) => {
      ageDerived(root);
      await store.dialogs.save('d', [user(next), ...many(1_100, 20, 5_000)]);
      await store.search.find({ query: next });
      await store.search.keep();
    },
  },
  {
    title: 'a table of dialogs',
    prepare: async (store) => {
      for (let n = 0; n < 200; n++) {
        const folder = join(store.folder, `d${n}`);
        await fs.mkdir(folder, { recursive: true });
        await fs.writeFile(join(folder, 'dialog.json'), `{"v":1,"name":"d${n}"}`);
      }
      await store.dialogs.save('d', [user('one')]);
    },
    run: async (store) => {
      await store.dialogs.save('new', [user('one')]);
      await store.dialogs.names().catch(() => undefined); // those who ask next are told
    },
    state: namesOf,
    next: async (store, root) => {
      ageDerived(root);
      await store.dialogs.save('new', [user(next)]);
      await store.dialogs.list(); // looks at all, and then sweeps
    },
  },
];

export const cases: readonly Case[] = [
  ...dialogCases,
  ...activeCases,
  ...contextCases,
  ...memoryCases,
  ...sharedCases,
  ...choiceCases,
  ...briefCases,
  ...recordingCases,
  ...archiveCases,
  ...exportCases,
  ...callerCases,
  ...derivedCases,
  ...maskingCases,
];
