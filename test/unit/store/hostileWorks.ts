// What is done with a history that somebody hostile made: everything that reads or writes a kind of file.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { pullHistory } from '../../../src/team/syncHistory.ts';
import type { HubConnection } from '../../../src/team/types.ts';
import { syncHub } from '../../../src/team/hubSync.ts';
import { openHubHistory } from '../../../src/store/hubHistory.ts';
import { noteCaller } from '../../../src/disk/projects/callers.ts';
import type { Workspace } from '../../../src/history/sessions/types.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { streamClaude } from '../../../src/agents/claude/claude.ts';
import type { Store } from '../../../src/store/types.ts';
import { claude } from './machine.ts';
import { jsonLines } from './reading.ts';

const session = { source: 'claude', sessionId: 's1' } as const;
const statement = {
  section: 'decisions',
  time: 1,
  reference: 'history://dialogs/d/@summary',
  text: 'x',
} as const;
const archiving = { maxMessageChars: 0, time: 'utc' } as const;

const workspace = (root: string): Workspace => ({
  folders: [root],
  places: { home: join(root, 'home'), env: {}, platform: 'linux' },
});

/** A session of an agent in the project, where its agent keeps it and in the project. */
export function writeSession(root: string): void {
  const lines = jsonLines([claude(root, 'one'), claude(root, 'two', { uuid: 'u2' })]);
  const kept = join(root, 'home/.claude/projects', claudeFolderName(root), 's1.jsonl');
  fs.mkdirSync(dirname(kept), { recursive: true });
  for (const path of [kept, transcript(root).path]) fs.writeFileSync(path, lines);
}

export const transcript = (root: string) => ({ path: join(root, 'session.jsonl'), stream: streamClaude });

/** A hub that holds nothing: what is done with it before is what matters. */
const emptyHub: HubConnection = {
  query: () => Promise.resolve([]),
  transaction: (work) => work(),
  close: () => Promise.resolve(),
};

/** Everything that reads or writes a kind of file, by what must go on whatever happened to others. */
export function works(store: Store, root: string): Record<string, () => Promise<unknown>> {
  const { dialogs, contexts, archives, memories, sessions, search, shared, brief } = store;
  const detail = { recentTurns: 9, includeSummary: true, includeMessages: true };
  const said = [{ role: 'user', text: 'x'.repeat(100) }] as const;
  return {
    list: () => dialogs.list(),
    detail: () => dialogs.detail('d', detail),
    save: () => dialogs.save('d', said),
    summary: () => dialogs.setSummary('d', { facts: ['c'] }, 'replace'),
    context: () => contexts.startNew('d', {}),
    contexts: () => contexts.list('d'),
    clear: () => dialogs.clear('d'),
    restore: async () => dialogs.restoreBackup('d', (await dialogs.backups('d')).at(-1)?.id ?? ''),
    archive: () => archives.archive(transcript(root)),
    read: async () => {
      for (const { name } of (await archives.list()).archives) await archives.read(name);
      return archives.log();
    },
    log: () => archives.reportFailure(new Error('x')),
    remember: () => memories.store({ content: 'another fact' }),
    memories: () => memories.list(),
    record: () => sessions.record('abcdefgh', [{ type: 'user', content: 'y' }]),
    trash: () => contexts.trash(),
    search: () => search.find({ query: 'x' }),
    find: async () => {
      await dialogs.save('other', [{ role: 'user', text: 'quince' }]);
      if ((await search.find({ query: 'quince' })).total === 0) throw new Error('It finds nothing.');
    },
    index: () => search.keep(),
    names: () => dialogs.names(),
    active: () => dialogs.setActive('d'),
    choose: () => brief.choose(statement, { kind: 'pinned', at: Date.now() }),
    brief: () => brief.make(workspace(root)),
    given: async () =>
      brief.claim(
        await brief.make(workspace(root)),
        { by: 'hook', session: `${Date.now()}` },
        { withinMs: 1_000 },
      ),
    sessions: () => sessions.list(workspace(root)),
    label: () => sessions.setLabels([{ session, title: `t${Date.now()}` }]),
    sum: () => sessions.setSummary(session, { facts: [`${Date.now()}`] }),
    schedule: () => memories.maintenance.schedule('daily', 'yearly'),
    edit: async () => {
      const [first] = await memories.list();
      if (first) await memories.edit(first.hash, `edited ${Date.now()}`);
    },
    share: async () => {
      const { item } = await shared.share({ kind: 'decision', text: 'Round once.' });
      await shared.edit(item.id, { text: 'Round twice.' });
    },
    shared: async () => {
      const [first] = await shared.list();
      if (first) await shared.restore((await shared.unshare(first.id)).trashId);
      await shared.withdrawn();
    },
    delete: async () => {
      await dialogs.save('x', said);
      await store.dialogTrash.restore((await store.dialogTrash.remove('x')).id);
    },
    call: () => noteCaller(store.folder, { client: 'codex' }, { now: () => Date.now() + 61_000 }),
    changes: () => store.changes.days(workspace(root), {}, { waitMs: 5_000 }),
    usage: async () => {
      for await (const report of store.insight.report(workspace(root))) void report;
      await store.insight.holdings();
    },
    keep: () =>
      store.capture.sweep(
        workspace(root),
        { keep: 'always', maxMegabytes: 1_000, archive: archiving },
        { which: 'all' },
      ),
    secrets: () => store.secretScan.find(),
    hub: () => syncHub(openHubHistory(root), { connection: emptyHub, hub: 'hub.example' }, pullHistory),
  };
}

const dialogWork = ['list', 'detail', 'save', 'find'];
const others = [...dialogWork, 'archive', 'read', 'remember', 'record', 'search', 'clear', 'restore'];

/** What each subject keeps for itself: what is wrong with one stops no other. */
export const subjects: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(\.locks\/)?d(\/|$)/, ['list', 'remember', 'memories', 'record', 'read', 'archive', 'find', 'trash']],
  [/^(\.locks\/)?\.conversations/, [...dialogWork, 'remember', 'record']],
  [/^(\.locks\/)?\.memory/, [...dialogWork, 'archive', 'read', 'record']],
  [/^(\.locks\/)?\.sessions/, [...dialogWork, 'archive', 'read', 'remember']],
  [
    /^(\.locks\/)?(brief\.json|settings\.json|project\.json|\.gitignore|\.history\.json|shared)(\/|$)/,
    others,
  ],
  [/^(\.locks\/\.hub|\.machine\/(active|callers|place|hub-(state|messages|gone)))/, others],
  [/^\.index/, others],
  [/^\.trash\/\d/, [...dialogWork, 'summary', 'remember', 'record', 'trash']],
];
