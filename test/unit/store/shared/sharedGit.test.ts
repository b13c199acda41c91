import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../../src/store/store.ts';
import { user, withStore } from '../withStore.ts';
import { withClones, type Clone } from './clones.ts';

const day = 24 * 3_600_000;
const paragraphs = { kind: 'decision', title: 'Rounding', text: 'One.\n\nTwo.\n\nThree.' };

/** The texts that are shared, by title. */
const texts = async ({ store }: Clone): Promise<Record<string, string>> =>
  Object.fromEntries((await store.shared.list()).map(({ title, text }) => [title, text]));

const commit = ({ git }: Clone): void => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Work');
};

const pull = ({ git }: Clone, ...how: string[]): string =>
  git('pull', '--quiet', '--no-edit', ...how, 'origin', 'main');

describe('what is shared, while git does its work', () => {
  it('merges both ways what two people changed in two paragraphs, and keeps all that both shared and withdrew', () =>
    withClones(async (ann, bo) => {
      const { item } = await ann.store.shared.share(paragraphs);
      const { item: old } = await ann.store.shared.share({ kind: 'note', title: 'Old', text: 'Old.' });
      ann.send();
      pull(bo);
      bo.clock.time = ann.clock.time += 2 * day;
      await bo.store.shared.edit(item.id, { text: 'One by Bo.\n\nTwo.\n\nThree.' });
      await bo.store.shared.unshare(old.id);
      await bo.store.shared.share({ kind: 'note', title: 'Of Bo', text: 'Bo.' });
      await ann.store.shared.edit(item.id, { text: 'One.\n\nTwo.\n\nThree by Ann.' });
      await ann.store.shared.share({ kind: 'note', title: 'Of Ann', text: 'Ann.' });
      commit(ann);
      bo.send();
      pull(ann);
      ann.git('push', '--quiet', 'origin', 'HEAD:main');
      pull(bo);
      const all = { Rounding: 'One by Bo.\n\nTwo.\n\nThree by Ann.', 'Of Ann': 'Ann.', 'Of Bo': 'Bo.' };
      for (const one of [ann, bo]) {
        assert.deepEqual(await texts(one), all);
        assert.deepEqual(one.offered(), []);
        const [gone, ...more] = await one.store.shared.withdrawn();
        assert.deepEqual([gone?.id, gone?.author, more], [old.id, 'Bo 博', []]);
      }
    }));

  it('survives a rebase, and a stash of what is not committed yet', () =>
    withClones(async (ann, bo) => {
      const { item } = await ann.store.shared.share(paragraphs);
      ann.send();
      pull(bo);
      await bo.store.shared.edit(item.id, { text: 'One by Bo.\n\nTwo.\n\nThree.' });
      bo.send();
      await ann.store.shared.edit(item.id, { text: 'One.\n\nTwo.\n\nThree by Ann.' });
      commit(ann);
      await ann.store.dialogs.save('plan', [user('not for others')]);
      await ann.store.shared.share({ kind: 'note', title: 'Not yet', text: 'Draft.' });
      await ann.store.shared.edit(item.id, { tags: ['tax'] });
      ann.git('stash', '--quiet', '--include-untracked');
      assert.deepEqual(Object.keys(await texts(ann)), ['Rounding']);
      pull(ann, '--rebase');
      ann.git('stash', 'pop', '--quiet');
      assert.deepEqual(await texts(ann), {
        Rounding: 'One by Bo.\n\nTwo.\n\nThree by Ann.',
        'Not yet': 'Draft.',
      });
      assert.deepEqual((await ann.store.shared.get(item.id)).tags, ['tax']);
      assert.equal((await ann.store.dialogs.stats('plan')).messages, 1, 'the rest of the history stays');
    }));

  it('shows what a branch has, at once, and keeps the rest of the history out of every branch', () =>
    withClones(async (ann) => {
      await ann.store.dialogs.save('plan', [user('secret thoughts')]);
      ann.git('checkout', '--quiet', '-b', 'sharing');
      const { item } = await ann.store.shared.share(paragraphs);
      commit(ann);
      const find = async () => (await ann.store.search.find({ query: 'Three source:shared' })).hits.length;
      assert.equal(await find(), 1);
      ann.git('checkout', '--quiet', 'main');
      assert.deepEqual([await texts(ann), await find(), ann.offered()], [{}, 0, []]);
      await ann.store.dialogs.save('other', [user('more of them')]);
      assert.deepEqual(ann.offered(), []);
      ann.git('checkout', '--quiet', 'sharing');
      assert.deepEqual([(await ann.store.shared.list())[0]?.id, await find()], [item.id, 1]);
      assert.deepEqual((await ann.store.dialogs.names()).toSorted(), ['other', 'plan']);
    }));

  it('is brought back from the repository where somebody else withdrew it, and never over what is there', () =>
    withClones(async (ann, bo) => {
      const { item } = await ann.store.shared.share(paragraphs);
      ann.send();
      pull(bo);
      const { trashId } = await bo.store.shared.unshare(item.id);
      bo.send();
      pull(ann);
      const [gone] = await ann.store.shared.withdrawn();
      assert.deepEqual([gone?.id, gone?.author, gone?.trashId], [item.id, 'Bo 博', undefined]);
      assert.deepEqual(await ann.store.shared.restore(item.id), item);
      assert.deepEqual(await ann.store.shared.withdrawn(), []);
      await ann.store.shared.edit(item.id, { text: 'Newer.' });
      ann.send();
      pull(bo);
      await assert.rejects(bo.store.shared.restore(trashId), {
        code: 'already_exists',
        message: /another text/,
      });
      assert.deepEqual(await texts(bo), { Rounding: 'Newer.' });
    }));

  it('keeps line ends of Windows, as git checks files out there', () =>
    withClones(async (ann, bo) => {
      bo.git('config', 'core.autocrlf', 'true');
      const { item } = await ann.store.shared.share(paragraphs);
      ann.send();
      pull(bo);
      assert.match(fs.readFileSync(bo.path(item.file), 'utf8'), /^---\r\n/);
      assert.equal((await bo.store.shared.get(item.id)).text, paragraphs.text);
      await bo.store.shared.edit(item.id, { text: 'One.\r\n\r\nTwo by Bo.\n\nThree.' });
      assert.doesNotMatch(fs.readFileSync(bo.path(item.file), 'utf8'), /[^\r]\n/);
      const changed = bo.git('diff', '--numstat').split('\t').slice(0, 2);
      assert.deepEqual(changed, ['2', '2'], 'the paragraph and the author');
      bo.send();
      pull(ann);
      assert.deepEqual(await texts(ann), { Rounding: 'One.\n\nTwo by Bo.\n\nThree.' });
    }));

  it('is plain text in a clone without us, whose edits are taken as they come', () =>
    withClones(async (ann, bo) => {
      const { item } = await ann.store.shared.share(paragraphs);
      ann.send();
      pull(bo);
      const path = bo.path(item.file);
      assert.deepEqual(fs.readdirSync(join(bo.root, '.chat-history')), ['shared']);
      fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('Two.', 'Two, by hand.'));
      fs.writeFileSync(bo.path('by hand.md'), '# By hand\n\nWithout a head.\n');
      bo.send();
      pull(ann);
      assert.deepEqual(await texts(ann), {
        Rounding: 'One.\n\nTwo, by hand.\n\nThree.',
        'By hand': '# By hand\n\nWithout a head.',
      });
      // Whoever begins a history there offers nothing else of it.
      await bo.store.dialogs.save('plan', [user('a')]);
      assert.deepEqual(bo.offered(), []);
    }));

  for (const [name, rules] of Object.entries({
    'as it was': '*\n',
    'of Windows': '*\r\n',
    'without an end': '*',
    'with blank lines': '\n*\n\n',
  }))
    it(`is all that git sees of a history with an old ignore file, ${name}`, () =>
      withClones(async (ann) => {
        await ann.store.dialogs.save('plan', [user('secret thoughts')]);
        fs.writeFileSync(join(ann.root, '.chat-history/.gitignore'), rules);
        const { item, notes } = await openStore(ann.root).shared.share(paragraphs);
        assert.deepEqual([ann.offered(), notes], [[`.chat-history/shared/${item.file}`], []]);
      }));

  it('says where rules of people leave it out, and where no repository is', () =>
    withClones(async (ann) => {
      await ann.store.dialogs.save('plan', [user('a')]);
      fs.writeFileSync(join(ann.root, '.chat-history/.gitignore'), '# ours\n*\n!plan\n');
      const { notes } = await ann.store.shared.share(paragraphs);
      assert.deepEqual(
        notes.map(({ kind, rule }) => [kind, rule]),
        [['ignored', '.chat-history/.gitignore:2:*']],
      );
      await withStore(async ({ store }) => {
        const { notes: others } = await store.shared.share(paragraphs);
        assert.deepEqual(
          others.map(({ kind }) => kind),
          ['noRepository'],
        );
      });
    }));
});
