import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { parseItemReference } from '../../../../src/find/search/reference.ts';
import { ownSharedFrom } from '../../../../src/store/sharedFrom.ts';
import { openStore } from '../../../../src/store/store.ts';
import { user, withStore } from '../withStore.ts';
import { withClones } from './clones.ts';

const decision = {
  kind: 'decision',
  title: 'Round tax once',
  text: 'Round tax once, at the end.\n\nNot per line.',
};

describe('what is shared through git', () => {
  it('is a file of Markdown for each item, the only thing git sees, and comes with its author', () =>
    withClones(async (ann, bo) => {
      await ann.store.dialogs.save('plan', [user('secret thoughts')]);
      await ann.store.memories.store({ content: 'A memory' });
      assert.deepEqual(ann.offered(), []);
      const { item, notes } = await ann.store.shared.share({
        ...decision,
        tags: ['tax', 'pricing'],
        of: 'history://dialogs/plan/1',
      });
      assert.deepEqual(notes, []);
      assert.match(item.file, /^2026-02-05-round-tax-once-[a-z0-9]{4}\.md$/);
      assert.deepEqual(ann.offered(), [`.chat-history/shared/${item.file}`]);
      assert.equal(
        fs.readFileSync(ann.path(item.file), 'utf8'),
        `---\nid: ${item.id}\nkind: decision\ntitle: Round tax once\nauthor: Ann\ncreated: 2026-02-05T12:00:00Z\nof: history://dialogs/plan/1\ntags: [tax, pricing]\n---\n\nRound tax once, at the end.\n\nNot per line.\n`,
      );
      ann.send();
      bo.git('pull', '--quiet', 'origin', 'main');
      assert.deepEqual(await bo.store.shared.list(), [item]);
      // Who shares the same has an item of their own.
      const place = parseItemReference('history://dialogs/plan/1') ?? assert.fail();
      assert.deepEqual(ownSharedFrom([item], place, 'Ann'), item);
      assert.equal(ownSharedFrom([item], place, 'Bo 博'), undefined);
      assert.deepEqual(await bo.store.shared.list({ author: 'Bo 博' }), []);
      assert.deepEqual(await bo.store.shared.list({ tag: 'tax', kind: 'decision' }), [item]);
      assert.equal((await bo.store.dialogs.list()).length, 0, 'it is no dialog');

      bo.clock.time += 48 * 3_600_000;
      const edited = await bo.store.shared.edit(item.id.slice(0, 12), { text: 'Round tax once, per order.' });
      assert.deepEqual(edited.item, {
        ...item,
        text: 'Round tax once, per order.',
        author: 'Bo 博',
        updatedAt: Date.UTC(2026, 1, 7),
      });
      const { item: own } = await bo.store.shared.share({
        kind: 'memory',
        text: '# 结算按订单\n\n税只舍入一次。',
      });
      assert.match(own.file, /^2026-02-07-结算按订单-[a-z0-9]{4}\.md$/);
      assert.equal(own.title, '结算按订单');
      assert.deepEqual(
        bo.offered().sort(),
        [item, own].map(({ file }) => `.chat-history/shared/${file}`).sort(),
      );
      bo.send();
      ann.git('pull', '--quiet', 'origin', 'main');
      assert.deepEqual(await ann.store.shared.list(), await bo.store.shared.list());
    }));

  it('is withdrawn without a trace where nobody has it, with one where others do, and comes back', () =>
    withClones(async (ann, bo) => {
      const { item } = await ann.store.shared.share(decision);
      const gone = await ann.store.shared.unshare(item.id);
      assert.equal(gone.tombstone, false);
      assert.deepEqual([ann.offered(), await ann.store.shared.list()], [[], []]);
      assert.deepEqual(await ann.store.shared.restore(gone.trashId), item);

      ann.send();
      bo.git('pull', '--quiet', 'origin', 'main');
      const { trashId, tombstone } = await bo.store.shared.unshare(item.id);
      assert.equal(tombstone, true);
      assert.deepEqual(await bo.store.shared.list(), []);
      const left = fs.readFileSync(bo.path(item.file), 'utf8');
      assert.doesNotMatch(left, /tax/i);
      await assert.rejects(bo.store.shared.get(item.id), { code: 'not_found' });
      bo.send();

      // Ann edits meanwhile: she is asked, and nothing of hers is lost.
      await ann.store.shared.edit(item.id, { text: 'Ann’s new text.' });
      ann.git('commit', '--quiet', '--all', '--message', 'Edit');
      assert.throws(() => ann.git('pull', '--quiet', 'origin', 'main'));
      const [conflict] = await ann.store.shared.list();
      assert.equal(conflict?.problem, 'conflict');
      assert.match(conflict.text, /Ann’s new text[^]*Withdrawn/);
      ann.git('checkout', '--ours', '--', '.');
      assert.equal((await ann.store.shared.get(item.id)).text, 'Ann’s new text.');

      assert.equal((await bo.store.shared.restore(trashId)).text, item.text);
    }));

  it('shows two versions that git cannot merge, keeps both, and lets no program of ours write over them', () =>
    withClones(async (ann, bo) => {
      const { item } = await ann.store.shared.share({ ...decision, text: 'One.\n\nTwo.\n\nThree.' });
      ann.send();
      bo.git('pull', '--quiet', 'origin', 'main');
      bo.clock.time += 1_000;
      await bo.store.shared.edit(item.id, { text: 'One.\n\nTwo by Bo.\n\nThree.' });
      bo.send();
      ann.clock.time += 2_000;
      await ann.store.shared.edit(item.id, { text: 'One.\n\nTwo by Ann.\n\nThree.' });
      ann.git('commit', '--quiet', '--all', '--message', 'Edit');
      assert.throws(() => ann.git('pull', '--quiet', 'origin', 'main'));
      const shown = await ann.store.shared.get(item.id);
      assert.deepEqual([shown.problem, shown.title], ['conflict', 'Round tax once']);
      assert.match(shown.text, /Two by Ann[^]*Two by Bo/);
      const before = fs.readFileSync(ann.path(item.file), 'utf8');
      await assert.rejects(ann.store.shared.edit(item.id, { text: 'x' }), /has a conflict that git left/);
      assert.equal(fs.readFileSync(ann.path(item.file), 'utf8'), before);
    }));

  it('is refused while it holds a secret, and masked where that is allowed, also where the history keeps them', () =>
    withStore(async ({ open }) => {
      const token = `ghp_${'a1B2'.repeat(9)}`;
      for (const store of [open(), open({ secrets: () => 'keep' })]) {
        await assert.rejects(store.shared.share({ kind: 'note', text: `Use ${token}` }), {
          code: 'invalid_argument',
          message: /It holds a secret \(GITHUB_TOKEN\).*--masked/,
        });
        const { item, masked } = await store.shared.share({
          kind: 'note',
          text: `Use ${token}`,
          masked: true,
        });
        assert.equal(masked, 1);
        assert.doesNotMatch(item.text, /ghp_/);
        await assert.rejects(store.shared.edit(item.id, { title: token }), /holds a secret/);
        assert.doesNotMatch(fs.readFileSync(join(store.folder, 'shared', item.file), 'utf8'), /ghp_/);
      }
    }));

  it('is as its draft showed it, which wrote nothing, and is shared from it once', () =>
    withStore(async ({ store }) => {
      const wanted = { kind: 'note', text: `# Deploy\n\nUse ghp_${'a1B2'.repeat(9)}`, tags: ['ops'] };
      const draft = await store.shared.draft(wanted);
      assert.deepEqual([draft.masked, draft.secrets], [1, ['GITHUB_TOKEN']]);
      assert.match(draft.text, /title: Deploy[^]*\[secret: GITHUB_TOKEN/);
      assert.deepEqual(await store.shared.list(), []);
      assert.equal(fs.existsSync(join(store.folder, 'shared')), false);
      const { item } = await store.shared.share({ ...wanted, masked: true, draft: draft.item });
      assert.deepEqual(item, draft.item);
      assert.equal(fs.readFileSync(join(store.folder, 'shared', item.file), 'utf8'), draft.text);
      await assert.rejects(store.shared.share({ ...wanted, masked: true, draft: draft.item }), {
        code: 'already_exists',
      });
      await assert.rejects(store.shared.draft({ kind: 'note', text: 'x'.repeat(1024 * 1024) }), {
        code: 'invalid_argument',
      });
    }));

  it('takes files as people and other systems write them', () =>
    withStore(async ({ store }) => {
      const folder = join(store.folder, 'shared');
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(join(folder, '2026-01-02-by-hand.md'), '# By hand\r\n\r\nWithout a head.\r\n');
      fs.writeFileSync(
        join(folder, 'windows.md'),
        '---\r\nid: w-1\r\nkind: decision\r\ntags: [a]\r\n---\r\n\r\nText\r\n',
      );
      fs.writeFileSync(join(folder, 'windows copy.md'), '---\nid: w-1\n---\n\nCopy\n');
      fs.writeFileSync(join(folder, 'large.md'), 'x'.repeat(1024 * 1024 + 1));
      fs.writeFileSync(join(folder, 'picture.md'), Buffer.from([0xff, 0xfe, 0]));
      fs.writeFileSync(join(folder, 'notes.txt'), 'no item');
      const told = (await store.shared.list()).map(({ id, title, kind, problem, text }) => [
        id,
        title,
        kind,
        problem,
        text.slice(0, 30),
      ]);
      assert.deepEqual(
        told.sort(),
        [
          ['2026-01-02-by-hand', 'By hand', 'note', undefined, '# By hand\n\nWithout a head.'],
          ['large', 'large', 'note', 'tooLarge', ''],
          ['picture', 'picture', 'note', 'unreadable', ''],
          ['w-1', 'Text', 'decision', undefined, 'Text'],
          ['windows copy', 'Copy', 'note', 'sameId', 'Copy'],
        ].sort(),
      );
      await store.shared.edit('2026-01-02-by-hand', { tags: ['kept'] });
      assert.match(
        fs.readFileSync(join(folder, '2026-01-02-by-hand.md'), 'utf8'),
        /^---\r\nid: "2026-01-02-by-hand"\r\n[^]*# By hand\r\n/,
      );
      await assert.rejects(store.shared.edit('large', { text: 'x' }), /larger than 1 MiB/);
      await assert.rejects(
        store.shared.share({ kind: 'note', text: 'x'.repeat(1024 * 1024) }),
        /at most 1 MiB/,
      );
      await assert.rejects(store.shared.share({ kind: 'note', text: '  ' }), /text is empty/);
    }));

  it('takes what many share at once, and tells where git leaves it out', () =>
    withClones(async (ann) => {
      const other = openStore(ann.root);
      fs.writeFileSync(join(ann.root, '.gitignore'), '.chat-history/\n');
      const shared = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 === 0 ? ann.store : other).shared.share({ ...decision, text: `Text ${n}` }),
        ),
      );
      assert.equal((await ann.store.shared.list()).length, 20);
      assert.equal(new Set((await ann.store.shared.list()).map(({ file }) => file)).size, 20);
      const [note] = shared[0]?.notes ?? [];
      assert.deepEqual([note?.kind, note?.rule], ['ignored', '.gitignore:1:.chat-history/']);
      assert.match(note?.text ?? '', /^git leaves it out by \.gitignore:1:\.chat-history\/: /);
    }));

  it('leaves a history that people share as a whole as it is, and a dialog of that name', () =>
    withStore(async ({ store, open }) => {
      await store.dialogs.save('shared', [user('a')]);
      await store.shared.share(decision);
      assert.deepEqual(await open().dialogs.names(), ['shared']);
      fs.rmSync(join(store.folder, '.gitignore'));
      await store.shared.share(decision);
      assert.equal(fs.existsSync(join(store.folder, '.gitignore')), false);
    }));

  it('does not take the folder that an older version gave a dialog', () =>
    withStore(async ({ store }) => {
      const folder = join(store.folder, 'shared');
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(join(folder, 'dialog.json'), '{"v":1,"name":"shared"}');
      fs.writeFileSync(join(folder, 'messages.json'), '[]');
      await store.dialogs.save('shared', [user('a')]);
      assert.equal((await store.dialogs.stats('shared')).messages, 1);
      await assert.rejects(store.shared.share(decision), {
        code: 'already_exists',
        message: /Rename the dialog/,
      });
      await store.dialogs.rename('shared', 'ours');
      await store.shared.share(decision);
      assert.deepEqual(await store.dialogs.names(), ['ours']);
    }));
});
