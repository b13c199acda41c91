import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { trashArchive } from '../../../../src/history/archive/archiveTrash.ts';
import { contextOf as storeContextOf } from '../../../../src/disk/context.ts';
import { transcripts } from '../../../../src/agents/readTranscript.ts';
import type { Store } from '../../../../src/store/types.ts';
import { user } from '../withStore.ts';
import { derivedWays, type Way, type Ways } from './derivedWays.ts';

export type Subject = Exclude<keyof Store, 'folder' | 'limits' | 'log' | 'secrets' | 'secretScan'>;
const contextOf = async ({ store }: Ways) => (await store.contexts.listAll())[0]!.contextId;
const recording = async ({ store, workspace }: Ways) =>
  (await store.sessions.list(workspace, { source: 'history' })).sessions[0]!;
const items = async (stream: AsyncIterable<unknown>) => {
  const all: unknown[] = [];
  for await (const item of stream) all.push(item instanceof Uint8Array ? Buffer.from(item).toString() : item);
  return all;
};

/** Every method of every subject, called in this order with a text full of secrets. One that is not here fails the test. */
export const ways: Record<Subject, Record<string, Way>> = {
  dialogs: {
    save: ({ store, text }) =>
      store.dialogs.save('d', [
        { ...user(text), id: 'm1', meta: { note: text, list: [{ [text]: text }] } },
        { role: 'assistant', text: `ok ${text}` },
      ]),
    create: ({ store, text }) => store.dialogs.create(`plan ${text.slice(0, 400)}`),
    setSummary: ({ store, text }) =>
      store.dialogs.setSummary('d', { path: text, facts: [text, { value: text }], [text]: text }, 'merge'),
    changeSummary: ({ store, text }) =>
      store.dialogs.changeSummary('d', (old) => ({ old: old ?? null, more: text })),
    rename: ({ store, token }) =>
      store.dialogs.rename('d', `old ${token}`).then(() => store.dialogs.rename(`old ${token}`, 'd')),
    setLabels: ({ store, text }) => store.dialogs.setLabels('d', { pinned: true, tags: [text.slice(0, 90)] }),
    setActive: ({ store }) => store.dialogs.setActive('d'),
    active: ({ store }) => store.dialogs.active(),
    list: ({ store }) => store.dialogs.list(),
    names: ({ store }) => store.dialogs.names(),
    overview: ({ store }) => store.dialogs.overview('d'),
    detail: ({ store }) =>
      store.dialogs.detail('d', { recentTurns: 5, includeSummary: true, includeMessages: true }),
    messagesSince: ({ store }) => store.dialogs.messagesSince('d', { limit: 10 }),
    window: ({ store }) => store.dialogs.window('d', 0, 10),
    all: ({ store }) => items(store.dialogs.all('d')),
    summary: ({ store }) => store.dialogs.summary('d'),
    replacedSummaries: ({ store }) => store.dialogs.replacedSummaries('d'),
    stats: ({ store }) => store.dialogs.stats('d'),
    version: ({ store }) => store.dialogs.version('d'),
    compact: async ({ store, text }) => {
      const version = await store.dialogs.version('d');
      const done = await store.dialogs.compact('d', { version, summary: { facts: [text] }, keep: [0] });
      if (done.state === 'compacted') await store.dialogs.restoreBackup('d', done.backup);
      return done;
    },
    removeMessages: async ({ store, text }) => {
      await store.dialogs.save('d', [{ role: 'user', text, id: 'gone' }]);
      return store.dialogs.removeMessages('d', { isGone: ({ id }) => id === 'gone', summary: false });
    },
    reorder: async ({ store }) => {
      const { epoch, messages } = await store.dialogs.version('d');
      return store.dialogs.reorder('d', { epoch, keys: Array.from({ length: messages }, (_, n) => -n) });
    },
    clear: ({ store }) => store.dialogs.clear('d'),
    backups: ({ store }) => store.dialogs.backups('d'),
    restoreBackup: async ({ store }) =>
      store.dialogs.restoreBackup('d', (await store.dialogs.backups('d'))[0]!.id),
  },
  contexts: {
    startNew: ({ store, text }) =>
      store.contexts.startNew('d', { title: text.slice(0, 100), reason: text.slice(0, 100) }),
    active: ({ store }) => store.contexts.active('d'),
    list: ({ store }) => store.contexts.list('d'),
    listAll: ({ store }) => store.contexts.listAll(),
    unreadable: ({ store }) => store.contexts.unreadable('d'),
    get: async (w) => w.store.contexts.get(await contextOf(w)),
    find: ({ store, text }) => store.contexts.find('d', text, 3),
    injection: async (w) =>
      w.store.contexts.injection(await contextOf(w), { mode: 'full', maxChars: 10_000 }),
    summarize: async (w) => w.store.contexts.summarize(await contextOf(w), w.text),
    saved: () => undefined, // called by the dialogs, with what they stored
    replaced: () => undefined,
    clearActive: ({ store }) => store.contexts.clearActive('d'),
    remove: async (w) => w.store.contexts.remove(await contextOf(w)),
    trash: ({ store }) => store.contexts.trash(),
    restore: async ({ store }) => store.contexts.restore((await store.contexts.trash())[0]!.id),
  },
  archives: {
    archive: ({ store, transcript, text }) =>
      store.archives.archive(transcripts.archivable(transcript), {
        compactSummary: text,
        event: 'PreCompact',
        assistantName: 'Andy',
      }),
    reportFailure: ({ store, text }) => store.archives.reportFailure(new Error(text), { event: text }),
    reportDeviation: ({ store, text }) => store.archives.reportDeviation(text, { event: text }),
    list: ({ store }) => store.archives.list(),
    unknownKinds: ({ store }) => store.archives.unknownKinds(),
    read: async ({ store }) => store.archives.read((await store.archives.list()).archives[0]!.name),
    transcript: async ({ store }) =>
      items(store.archives.transcript((await store.archives.list()).archives[0]!.name)),
    log: ({ store }) => store.archives.log(),
  },
  archiveTrash: {
    list: ({ store }) => store.archiveTrash.list(),
    restore: async ({ store }) => {
      const [archive] = (await store.archives.list()).archives;
      if (archive) await trashArchive(storeContextOf(dirname(store.folder), {}), archive, []);
      const [trashed] = await store.archiveTrash.list();
      return trashed && store.archiveTrash.restore(trashed.id);
    },
  },
  memories: {
    store: ({ store, text }) =>
      store.memories.store({
        content: text,
        tags: [text.slice(0, 60)],
        type: 'note',
        metadata: { file: text },
      }),
    import: async ({ store, text }) => {
      const hidden = Array.from(text, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
      await store.memories.import(JSON.stringify([{ content: `imported ${text}` }]));
      return store.memories.import(`[{"content":"escaped ${hidden}"}]`);
    },
    list: ({ store }) => store.memories.list(),
    get: async ({ store }) => store.memories.get((await store.memories.list())[0]!.hash),
    find: ({ store, text }) => store.memories.find(text),
    recall: ({ store }) => store.memories.recall('what was deployed today'),
    time: ({ store }) => store.memories.time('today'),
    similar: async ({ store }) => store.memories.similar((await store.memories.list())[0]!.hash),
    tags: ({ store }) => store.memories.tags(),
    update: async ({ store, text }) =>
      store.memories.update((await store.memories.list())[0]!.hash, {
        content: `updated ${text}`,
        tags: [text.slice(0, 60)],
        metadata: { a: text },
      }),
    edit: async ({ store, text }) =>
      store.memories.edit((await store.memories.list())[0]!.hash, `edited ${text}`),
    changeTags: async ({ store, text }) =>
      store.memories.changeTags((await store.memories.list())[0]!.hash, { add: [text.slice(0, 60)] }),
    export: ({ store }) =>
      Promise.all((['json', 'markdown', 'text'] as const).map((f) => store.memories.export(f))),
    analysis: ({ store }) => store.memories.analysis(),
    health: ({ store }) => store.memories.health(),
    consolidate: ({ store }) => store.memories.consolidate('run', { horizon: 'weekly', dryRun: false }),
    removeDuplicates: ({ store }) => store.memories.removeDuplicates(0.9, { dryRun: false }),
    removeAll: ({ store }) => store.memories.removeAll({ type: 'none' }, { dryRun: false }),
    remove: async ({ store }) => {
      const { hash } = (await store.memories.list())[0]!;
      const removed = await store.memories.remove(hash);
      return [removed, await store.memories.trashed(hash)];
    },
    trashed: () => undefined, // of the hash that `remove` had
    trash: ({ store }) => store.memories.trash(),
    restore: async ({ store }) => store.memories.restore((await store.memories.trash())[0]!.id),
  },
  sessions: {
    record: ({ store, text }) =>
      store.sessions.record('s-1', [
        { type: 'user', content: text },
        {
          type: 'assistant',
          content: [{ text }],
          thoughts: [{ description: text }],
          toolCalls: [{ id: 'c', name: 'sh', args: { cmd: text }, result: text, status: 'success' }],
        },
      ]),
    recorder: async ({ store, text }) => {
      const recorder = store.sessions.recorder('s-2');
      await recorder.initialize();
      await recorder.recordMessage({ type: 'user', content: text });
      recorder.recordThought({ description: text });
      await recorder.recordMessage({ type: 'assistant', content: text });
      await recorder.recordToolCalls('m', [
        { id: 'c', name: 'sh', args: { cmd: text }, result: text, status: 'success' },
      ]);
      await recorder.saveSummary(text);
    },
    setSummary: async ({ store, workspace, text }) => {
      const { sessions } = await store.sessions.list(workspace);
      for (const session of sessions) await store.sessions.setSummary(session, { facts: [text] });
    },
    setLabels: async ({ store, workspace, text }) => {
      const { sessions } = await store.sessions.list(workspace);
      const labels = { title: text, tags: [text.slice(0, 60)], note: text };
      await store.sessions.setLabels(
        sessions.map(({ source, sessionId }) => ({ session: { source, sessionId }, ...labels })),
      );
    },
    summary: async ({ store, workspace }) =>
      Promise.all((await store.sessions.list(workspace)).sessions.map((one) => store.sessions.summary(one))),
    list: ({ store, workspace }) => store.sessions.list(workspace),
    current: ({ store, workspace }) => store.sessions.current(workspace),
    find: ({ store, workspace }) => store.sessions.find(workspace, '550e8400'),
    read: async ({ store, workspace }) =>
      Promise.all(
        (await store.sessions.list(workspace)).sessions.map((session) => store.sessions.read(session)),
      ),
    resume: ({ store, workspace, text }) => store.sessions.resume(workspace, '550e8400', { memory: text }),
    handOver: ({ store, workspace, text }) =>
      store.sessions.handOver(workspace, [{ role: 'user', parts: [{ text }] }], { memory: text }),
    start: ({ store, workspace, text }) =>
      store.sessions.start(workspace, { resume: '550e8400', memory: text }),
    remove: async (w) => {
      const session = await recording(w);
      return [await w.store.sessions.remove(session), await w.store.sessions.trashed(session.path)];
    },
    trashed: () => undefined, // likewise
    restore: () => undefined, // by the id that `remove` gave; it moves bytes that are looked at here
  },
  brief: {
    make: async ({ store, workspace }) => [
      await store.brief.make(workspace),
      await store.brief.make(workspace, { purpose: 'afterCompaction' }),
    ],
    noteGiven: async ({ store, workspace, text }) =>
      store.brief.noteGiven({ ...(await store.brief.make(workspace)), text }, { by: 'tool' }),
    claim: async ({ store, workspace, text }) =>
      store.brief.claim(
        { ...(await store.brief.make(workspace)), text },
        { by: 'hook', session: 's' },
        { withinMs: 1 },
      ),
    given: ({ store }) => store.brief.given(),
    choose: ({ store, text }) =>
      store.brief.choose(
        { section: 'decisions', text, time: 1, reference: 'history://dialogs/d/@summary' },
        { kind: 'pinned' },
      ),
    choices: ({ store }) => store.brief.choices(),
  },
  search: {
    find: async ({ store }) => {
      const first = await store.search.find({ query: 'deploy thanks' });
      assert.ok(first.hits.length > 3);
      return first;
    },
    health: ({ store }) => store.search.health(),
    values: ({ store }) => store.search.values(),
    keep: ({ store }) => store.search.keep(),
    prepare: ({ store }) => store.search.prepare(new AbortController().signal),
  },
  shared: {
    draft: ({ store, text }) => store.shared.draft({ kind: text, title: text, text, tags: [text], of: text }),
    share: ({ store, text }) => {
      const tags = [text.slice(0, 60)];
      return store.shared.share({
        kind: text,
        title: text,
        text,
        tags,
        of: text,
        author: text,
        masked: true,
      });
    },
    list: ({ store }) => store.shared.list(),
    get: async ({ store }) => store.shared.get((await store.shared.list())[0]!.id),
    edit: async ({ store, text }) =>
      store.shared.edit((await store.shared.list())[0]!.id, { text, title: text, masked: true }),
    unshare: async ({ store }) => {
      const unshared = await store.shared.unshare((await store.shared.list())[0]!.id);
      const withdrawn = await store.shared.withdrawn();
      assert.equal(withdrawn.length, 1);
      return [unshared, withdrawn, await store.shared.restore(unshared.trashId)];
    },
    withdrawn: () => undefined, // with the above
    restore: () => undefined, // likewise
  },
  ...derivedWays,
};

/** The methods that a subject of a store has. */
export function methodsOf(subject: object): string[] {
  const prototype = Object.getPrototypeOf(subject) as object;
  const holder = prototype === Object.prototype ? subject : prototype;
  return Object.entries(Object.getOwnPropertyDescriptors(holder))
    .filter(([method, { value }]) => method !== 'constructor' && typeof value === 'function')
    .map(([method]) => method);
}
