import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Store } from '../../../../src/store/types.ts';
import { user, withStore } from '../withStore.ts';
import { makeSecrets, spilledBelow, spilledIn, type Secrets } from './spilled.ts';

/** A history as one was that kept secrets. */
async function fill(store: Store, { text, secrets: [token = ''] }: Secrets): Promise<string> {
  await store.dialogs.save('d', [user(text), { role: 'assistant', text: 'Done' }]);
  await store.dialogs.setSummary('d', { facts: [text] }, 'replace');
  await store.dialogs.setSummary('d', { facts: ['new'] }, 'replace');
  await store.contexts.startNew('d', { title: `ctx ${token}` });
  await store.dialogs.clear('d');
  await store.dialogs.save(`plan ${token}`, [user('x')]);
  const { memory } = await store.memories.store({ content: text });
  await store.memories.remove(memory.hash);
  await store.memories.store({ content: `kept ${text}`, tags: ['a'] });
  await store.sessions.record('s', [{ type: 'user', content: text }]);
  const raw = join(store.folder, '.conversations', 'raw');
  fs.mkdirSync(raw, { recursive: true });
  fs.writeFileSync(join(raw, 'a.jsonl.gz'), gzipSync(`${JSON.stringify({ text })}\n`));
  fs.writeFileSync(join(raw, 'b.jsonl'), `${JSON.stringify({ text })}\n{"torn":"${token}`);
  fs.writeFileSync(join(store.folder, '.conversations', 'a.md'), `# A\n\n${text}\n`);
  fs.mkdirSync(join(store.folder, '.index', 'sessions'), { recursive: true });
  fs.writeFileSync(join(store.folder, '.index', 'sessions', 'x.json'), JSON.stringify({ text }));
  fs.mkdirSync(join(store.folder, '.index', 'search'));
  fs.writeFileSync(join(store.folder, '.index', 'search', '0123456789ab.segment'), text);
  return memory.hash;
}

const keep = { secrets: () => 'keep' as const };

describe('the scan for secrets', () => {
  it('finds secrets everywhere in a history, and masks them when that is wanted', () =>
    withStore(async ({ root, open }) => {
      const secrets = makeSecrets(root);
      const forgotten = await fill(open(keep), secrets);
      const store = open(keep);
      const before = spilledBelow(store.folder, secrets);
      assert.ok(before.length > 30);
      const { places, left } = await store.secretScan.find();
      assert.deepEqual(left, []);
      assert.deepEqual(spilledIn('what is shown', places, secrets), []);
      assert.deepEqual(spilledBelow(store.folder, secrets), before, 'looking changes nothing');
      const files = places.map(({ file }) => file);
      for (const part of [
        /backups\//,
        /^\.trash\//,
        /\.gz$/,
        /^\.index\/sessions/,
        /^\.memory/,
        /^\.sessions/,
        /contexts\//,
        /\.md$/,
      ])
        assert.ok(
          files.some((file) => part.test(file)),
          String(part),
        );
      assert.match(places[0]!.secrets[0]!.mask, /^\[secret: \w+ #\d+\]$|^\[private\]/);

      const done = await store.secretScan.mask(files);
      assert.deepEqual(done, { masked: files.length, left: [] });
      assert.deepEqual(spilledBelow(store.folder, secrets), []);
      assert.deepEqual((await open().secretScan.find()).places, []);
      const again = open();
      const { dialogs, memories, sessions } = again;
      assert.match(
        JSON.stringify(
          await sessions.read(
            (await sessions.list({ folders: [], places: { home: root, env: {}, platform: 'linux' } }))
              .sessions[0]!,
          ),
        ),
        /GITHUB_TOKEN #1/,
      );
      assert.ok((await dialogs.list()).some(({ name }) => name === 'plan [secret: GITHUB_TOKEN #1]'));
      const kept = await memories.list();
      assert.equal(kept.length, 1);
      assert.match(
        kept[0]!.content,
        /^kept Deploy with \[secret: GITHUB_TOKEN #1\] and \[secret: SHOP_PASSWORD #1\]/,
      );
      await assert.rejects(memories.get(forgotten));
      await memories.remove(kept[0]!.hash);
      assert.equal((await open().memories.list()).length, 0);
      const raw = join(store.folder, '.conversations', 'raw', 'a.jsonl.gz');
      assert.match(JSON.stringify(JSON.parse(gunzipSync(fs.readFileSync(raw)).toString())), /PRIVATE_KEY #1/);
    }));

  it('names what it cannot read, goes on where it was stopped, and refuses where nothing may be written', () =>
    withStore(async ({ root, open }) => {
      const secrets = makeSecrets(root);
      const store = open(keep);
      await fill(store, secrets);
      fs.writeFileSync(join(store.folder, '.conversations', 'raw', 'damaged.jsonl.gz'), 'no gzip');
      fs.symlinkSync(join(root, '.env'), join(store.folder, '.conversations', 'raw', 'link.jsonl'));
      const { places, left } = await store.secretScan.find();
      assert.deepEqual(left.map(({ file }) => file).sort(), [
        '.conversations/raw/damaged.jsonl.gz',
        '.conversations/raw/link.jsonl',
      ]);
      const files = places.map(({ file }) => file);
      const controller = new AbortController();
      const onProgress = (done: number) => {
        if (done === 3) controller.abort(new Error('stopped'));
      };
      await assert.rejects(
        store.secretScan.mask(files, { signal: controller.signal, onProgress }),
        /stopped/,
      );
      const rest = (await store.secretScan.find()).places;
      assert.equal(rest.length, files.length - 3);
      await store.secretScan.mask(rest.map(({ file }) => file));
      assert.deepEqual((await store.secretScan.find()).places, []);
      assert.ok(fs.existsSync(join(root, '.env')));
      await assert.rejects(open({ ...keep, isReadOnly: () => true }).secretScan.mask(files), {
        name: 'StoreError',
      });
    }));
});
