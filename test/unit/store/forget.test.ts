import assert from 'node:assert/strict';
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { streamClaude } from '../../../src/agents/claude/claude.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { defaultCopies } from '../../../src/history/copies/modes.ts';
import type { Unwanted } from '../../../src/history/secretScan/forgetting.ts';
import { forget } from '../../../src/store/forget.ts';
import { restoreCopy } from '../../../src/store/restoreCopy.ts';
import { allCopies } from '../../../src/history/copies/copyNotes.ts';
import { claude } from './machine.ts';
import { assistant, TestClock, user } from './withStore.ts';
import { settled, withSessions, type SessionsFixture } from './withSessions.ts';

const word = 'Zanzibarex';
const message = `Please remember the ${word} contract, which nobody else may know of, for the next quarter.`;

const keepAll = {
  keep: 'always',
  maxMegabytes: 100,
  archive: { maxMessageChars: 0, time: 'utc' },
} as const;

/** Paths and contents, unpacked, of all files below a folder that have a text. */
function holding(folder: string, text: string): readonly string[] {
  const wanted = text.toLowerCase();
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? fs.readFileSync(path) : Buffer.alloc(0);
    const content = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const all = `${entry.name} ${content.toString('utf8')}`.toLowerCase();
    return all.includes(wanted) ? [path.slice(folder.length + 1)] : [];
  });
}

interface Fixture extends SessionsFixture {
  readonly history: string;
  readonly forget: (what: Unwanted, dryRun?: boolean) => ReturnType<typeof forget>;
  readonly transcript: string;
  /** Folder of what the machine keeps of projects. */
  readonly state: string;
  readonly follow: () => Promise<unknown>;
}

/** A history that has a message in every place where one may be. */
const withHistory = (test: (fixture: Fixture) => Promise<void>) =>
  withSessions(async (at) => {
    const state = join(at.folder, '..', 'state');
    const machine = { ...at.places, env: { HISTORY_STATE_HOME: state } };
    const context = { machine, clock: new TestClock(), log: silentLog };
    const transcript = await at.write('.claude/projects/-code-shop/5f0c1e9a.jsonl', [
      claude(at.folder, message, { uuid: 'u1', sessionId: '5f0c1e9a' }),
    ]);
    const history = join(at.folder, '.chat-history');
    const follow = () => followCopy(history, context, defaultCopies);
    const options = { ...context, store: { workspace: () => at.workspace } };
    const run = (what: Unwanted, dryRun = false) => forget(at.folder, what, { ...options, dryRun });
    await fill(at);
    await follow();
    await test({ ...at, history, transcript, state, follow, forget: run });
  });

async function fill({ open, workspace }: SessionsFixture): Promise<void> {
  const store = open();
  await store.dialogs.save('plan', [user(message, { id: 'm1' }), assistant('Noted.')]);
  await store.dialogs.setSummary('plan', { facts: [message, 'Tax is rounded once'] }, 'replace');
  await store.dialogs.setSummary('plan', { facts: [message] }, 'replace');
  await store.contexts.startNew('plan', { title: message.slice(0, 60) });
  await store.dialogs.clear('plan');
  await store.dialogs.save('plan', [user(message), assistant('Tax is rounded once')]);
  await store.dialogs.save('old', [user(message)]);
  await store.dialogTrash.remove('old');
  await store.memories.store({ content: message });
  await store.memories.store({ content: 'Tax is rounded once' });
  await store.shared.share({ kind: 'decision', text: message, author: 'Ann' });
  await store.dialogs.save(`About ${word}`, [user('one')]);
  await store.dialogs.save(`With ${word}`, [user('two')]);
  const [session] = (await store.sessions.list(workspace)).sessions;
  assert.ok(session);
  await store.sessions.setLabels([{ session, note: message }]);
  await store.capture.sweep(workspace, keepAll, { which: 'all' });
  await settled(store, word);
}

describe('forgetting', () => {
  for (const what of [
    { kind: 'about', text: word },
    { kind: 'text', text: message },
  ] as const)
    it(`leaves nothing of ${what.kind === 'text' ? 'a message' : 'a word'} in any file`, () =>
      withHistory(async ({ history, state, open, ...at }) => {
        const before = holding(history, word);
        assert.ok(before.length > 8, before.join('\n'));
        const planned = await at.forget(what, true);
        assert.deepEqual(holding(history, word), before, 'looking changes nothing');
        const receipt = await at.forget(what);
        assert.deepEqual(receipt.files, planned.files);
        assert.deepEqual(receipt.left, []);
        assert.deepEqual(receipt.agents, [at.transcript]);
        const gone = what.kind === 'text' ? message.slice(0, 40) : word;
        assert.deepEqual([holding(history, gone), holding(state, gone)], [[], []]);
        const text = (await open().dialogs.window('plan', 0, 9)).messages.map((each) => each.text);
        assert.deepEqual(text, ['(forgotten)', 'Tax is rounded once']);
        assert.deepEqual(
          (await open().memories.list()).map(({ content }) => content),
          ['Tax is rounded once'],
        );
      }));

  it('holds when an index is made again, a backup or copy restored, and the session read, imported or kept again', () =>
    withHistory(async ({ history, state, open, workspace, ...at }) => {
      await at.forget({ kind: 'about', text: word });
      const store = open();
      const [backup] = await store.dialogs.backups('plan');
      assert.ok(backup);
      await store.dialogs.restoreBackup('plan', backup.id);
      await at.follow();
      const [copy] = allCopies({ ...at.places, env: { HISTORY_STATE_HOME: state } });
      assert.ok(copy);
      fs.rmSync(join(history, 'plan'), { recursive: true });
      await restoreCopy(copy, at.folder, { machine: at.places, clock: new TestClock(), log: silentLog });
      const again = open();
      await again.dialogs.save('plan', [user(message)]);
      await again.memories.store({ content: message });
      await again.capture.sweep(workspace, keepAll, { which: 'all' });
      const { hits } = await settled(again, 'contract');
      assert.ok(hits.every(({ snippet, title }) => !`${title} ${snippet}`.includes(word)));
      const [session] = (await again.sessions.list(workspace)).sessions;
      assert.ok(session);
      assert.match(JSON.stringify(await again.sessions.read(session)), /\(forgotten\)/);
      await at.follow();
      assert.deepEqual([holding(history, word), holding(state, word)], [[], []]);
    }));

  it('takes all that is kept of a session, which no list, search or sweep shows again', () =>
    withHistory(async ({ history, state, open, workspace, ...at }) => {
      const { agents } = await at.forget({ kind: 'session', text: '5f0c1e9a' });
      assert.deepEqual(agents, [at.transcript]);
      const store = open();
      assert.deepEqual((await store.sessions.list(workspace)).sessions, []);
      const swept = await store.capture.sweep(workspace, keepAll, { which: 'all' });
      assert.equal(swept.kept, 0);
      await store.archives.archive({ path: at.transcript, stream: streamClaude });
      assert.deepEqual((await store.archives.list()).archives, []);
      // The agent's own file, which is listed no more, is named by its path.
      const named = holding(history, '5f0c1e9a').filter((file) => !file.startsWith('.index/transcripts'));
      assert.deepEqual([named, holding(state, '5f0c1e9a')], [[], []]);
    }));

  it('refuses what would take everything with it', () =>
    withHistory(async ({ history, folder, ...at }) => {
      const before = holding(history, word);
      for (const text of [
        'ab',
        'forgotten',
        'Assistant',
        'codex',
        '2026',
        '12:30',
        'cafe',
        basename(folder).slice(0, 6),
      ])
        await assert.rejects(at.forget({ kind: 'about', text }), { code: 'invalid_argument' });
      await assert.rejects(at.forget({ kind: 'text', text: 'go on' }), { code: 'invalid_argument' });
      assert.deepEqual(holding(history, word), before);
    }));

  it('takes a short word where it is no part of another, and a short message where it is all of a line', () =>
    withHistory(async ({ open, ...at }) => {
      const texts = [
        'Acme pays late',
        'The academe: acmeists',
        'Please go on now',
        'Please go on now, or wait',
      ];
      await open().dialogs.save(
        'short',
        texts.map((text) => user(text)),
      );
      await at.forget({ kind: 'about', text: 'acme' });
      await at.forget({ kind: 'text', text: 'Please go on now' });
      const left = (await open().dialogs.window('short', 0, 9)).messages.map(({ text }) => text);
      assert.deepEqual(left, ['(forgotten)', texts[1], '(forgotten)', texts[3]]);
    }));
});
