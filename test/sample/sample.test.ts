import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { forgottenMemory, sampleMemories } from './memories.ts';
import { sampleDialogs, writeSample } from './sample.ts';

describe('the sample workspace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-sample-'));
  const { dialogs, contexts, memories } = openStore(folder);

  before(() => writeSample(folder));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('holds every dialog with all its messages, the newest first', async () => {
    const listed = await dialogs.list();
    const byAge = [...sampleDialogs].sort((a, b) => a.minutesAgo - b.minutesAgo);
    assert.deepEqual(
      listed.map(({ name }) => name),
      byAge.map(({ name }) => name),
    );
    for (const { name, turns } of sampleDialogs)
      assert.equal((await dialogs.overview(name))?.messages, turns.length, name);
  });

  it('has one dialog out of its comfort zone', async () => {
    const overviews = await Promise.all(sampleDialogs.map(({ name }) => dialogs.overview(name)));
    const tooLarge = overviews.filter((overview) => overview?.maintenance !== undefined);
    assert.deepEqual(
      tooLarge.map((overview) => overview?.name),
      ['nightly-price-import'],
    );
  });

  it('has a dialog with a backup that holds its earlier messages', async () => {
    const [backup] = await dialogs.backups('Release 2.4 plan');
    assert.ok(backup);
    await dialogs.restoreBackup('Release 2.4 plan', backup.id);
    const { messages } = await dialogs.window('Release 2.4 plan', 0, 1);
    assert.match(messages[0]?.text ?? '', /What is left for 2\.4/);
  });
  it('has archived contexts with summaries, and a titled active one, in two dialogs', async () => {
    const withContexts = sampleDialogs.filter((dialog) => dialog.contexts !== undefined);
    assert.equal(withContexts.length, 2);
    for (const { name, turns, contexts: planned = [] } of withContexts) {
      const archived = planned.slice(0, -1).reverse();
      const items = await contexts.list(name);
      assert.deepEqual(
        items.map(({ title }) => title),
        archived.map(({ title }) => title),
      );
      for (const [index, { contextId }] of items.entries())
        assert.equal((await contexts.get(contextId)).context.summary, archived[index]?.summary);
      const active = (await contexts.active(name))?.context;
      assert.equal(active?.title, planned.at(-1)?.title);
      assert.equal(active?.turns.length, turns.length - (planned.at(-1)?.from ?? 0));
    }
    const found = await contexts.find('支付对账', '合并结算记录的代码', 1);
    assert.equal(found[0]?.title, '修改匹配规则');
  });

  it('has memories of several months, and one that was forgotten', async () => {
    const listed = await memories.list();
    const byAge = [...sampleMemories].sort((a, b) => a.hoursAgo - b.hoursAgo);
    assert.deepEqual(
      listed.map(({ content }) => content),
      byAge.map(({ content }) => content),
    );
    const [trashed, ...others] = await memories.trash();
    assert.equal(trashed?.preview, forgottenMemory.content);
    assert.deepEqual(others, []);
    assert.deepEqual((await memories.health()).problems, []);
  });
});
