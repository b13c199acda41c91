import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../../src/store/transcripts/claude/claudeAgent.ts';
import { listTranscripts } from '../../../src/store/transcripts/readTranscript.ts';
import { TranscriptCache } from '../../../src/store/transcripts/transcriptCache.ts';
import { silentLog } from '../../../src/store/base/core.ts';
import { claude, titles, when, withMachine, writeAll } from './machine.ts';

describe('cache of transcripts', () => {
  it('reads again only what changed, also in the next process', () =>
    withMachine(async (machine) => {
      const [path = ''] = await writeAll(machine, machine.folder, 'mine');
      await writeAll(machine, join(dirname(machine.folder), 'other'), 'other');
      await writeAll(machine, machine.folder, 'mine');
      const file = join(machine.places.home, '.chat-history', '.index', 'transcripts.json');
      const cache = await TranscriptCache.load(file, silentLog);
      const before = await titles(machine, cache);
      await fs.mkdir(join(machine.places.home, '.chat-history'));
      await cache.save(file);
      const again = await TranscriptCache.load(file, silentLog);
      // The same size and time: nobody looks into it again.
      const changed = (await fs.readFile(path, 'utf8')).replace('c mine', 'C MINE');
      await fs.writeFile(path, changed);
      await fs.utimes(path, when / 1_000, when / 1_000);
      assert.deepEqual(await titles(machine, again), before);
      await fs.utimes(path, when / 1_000 + 1, when / 1_000 + 1);
      assert.deepEqual(
        await titles(machine, again),
        before.map((title) => title.replace('c mine', 'C MINE')).sort(),
      );
      await fs.rm(path);
      assert.equal((await titles(machine, again)).length, before.length - 1);
      await again.save(file);
      assert.ok(!(await fs.readFile(file, 'utf8')).includes(JSON.stringify(path)));
    }));

  it('starts anew from a damaged cache', () =>
    withMachine(async (machine) => {
      await writeAll(machine, machine.folder, 'mine');
      for (const content of ['torn {', '{"v":1,"transcripts":{"a":7}}', '{"v":0}', '[]']) {
        const file = await machine.write('.chat-history/.index/transcripts.json', content);
        assert.equal((await titles(machine, await TranscriptCache.load(file, silentLog))).length, 7);
      }
    }));

  it('opens one transcript at a time, and none it knows', () =>
    withMachine(async ({ places, folder, write }) => {
      for (let n = 0; n < 5; n++)
        await write(`.claude/projects/${claudeFolderName(folder)}/s${n}.jsonl`, [claude(folder, `c${n}`)]);
      const opened = { now: 0, most: 0, ever: 0 };
      const { open } = fs;
      fs.open = async (...args) => {
        const file = await open(...args);
        opened.most = Math.max(opened.most, ++opened.now);
        opened.ever++;
        const close = file.close.bind(file);
        file.close = () => {
          opened.now--;
          return close();
        };
        return file;
      };
      try {
        const cache = new TranscriptCache();
        assert.equal((await listTranscripts(places, folder, { cache })).length, 5);
        assert.deepEqual(opened, { now: 0, most: 1, ever: 5 });
        assert.equal((await listTranscripts(places, folder, { cache })).length, 5);
        assert.equal(opened.ever, 5);
      } finally {
        fs.open = open;
      }
    }));
});
