import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/connect/configFile.ts';

describe('reading the configuration of another program', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'config 配置-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('gives nothing or all of a file that is made and removed meanwhile', async () => {
    const [file, beside] = [join(folder, 'settings.json'), join(folder, 'new')];
    const writing = { goesOn: true };
    const written = (async () => {
      while (writing.goesOn) {
        await fs.writeFile(beside, '{}');
        await fs.rename(beside, file);
        await fs.rm(file);
      }
    })();
    const texts = new Set<string | undefined>();
    try {
      for (let n = 0; n < 2_000; n++) texts.add(await readConfig(file));
    } finally {
      writing.goesOn = false;
      await written;
    }
    assert.deepEqual([...texts].sort(), ['{}', undefined]);
  });

  it('refuses a link that leads nowhere, and reads through one that leads to a file', async () => {
    const [link, target] = [join(folder, 'link'), join(folder, 'target')];
    symlinkSync(target, link, 'file');
    await assert.rejects(readConfig(link), { code: 'storage', message: `${link} cannot be read: ENOENT` });
    await fs.writeFile(target, '{}');
    assert.equal(await readConfig(link), '{}');
    assert.equal(await readConfig(join(folder, 'none')), undefined);
  });
});
