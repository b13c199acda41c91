import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { sampleDialogs, writeSample } from './sample.ts';

describe('the sample workspace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-sample-'));
  const { dialogs } = openStore(folder);

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
});
