import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { contextOf } from '../../../src/disk/context.ts';
import { Derived } from '../../../src/disk/files/derived.ts';
import { openStore } from '../../../src/store/store.ts';
import { discoverTranscripts } from '../../../src/agents/reading/discover.ts';
import { knownTranscripts } from '../../../src/agents/reading/knownTranscripts.ts';
import { loadAgents } from '../../../src/agents/loadTranscripts.ts';
import { readerOf, type FindTranscripts } from '../../../src/agents/reading/agent.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { listTranscripts, transcripts } from '../../../src/agents/readTranscript.ts';
import { opened } from './opened.ts';
import { claude, remembered, titles, when, withMachine, writeAll, type Machine } from './machine.ts';
import { inIndex } from '../../inIndex.ts';

/** Each line of the list as another process would get it. */
const listed = async ({ folder, places }: Machine) => {
  const { sessions } = await openStore(folder).sessions.list({ folders: [folder], places });
  return sessions.map(({ source, title }) => `${source}: ${title}`).sort();
};

/** Six recordings, five sessions of Claude Code, and archives of four others that are gone. */
async function writeKinds(machine: Machine) {
  const { folder, write } = machine;
  const store = openStore(folder);
  const session = (id: string) =>
    write(`.claude/projects/${claudeFolderName(folder)}/${id}.jsonl`, [
      claude(folder, `says ${id}`, { sessionId: id }),
    ]);
  for (let n = 0; n < 6; n++)
    await store.sessions.record(`recorded-${n}`, [{ type: 'user', content: `recorded ${n}` }]);
  for (let n = 0; n < 4; n++) {
    const path = await session(`archived-${n}`);
    await store.archives.archive(transcripts.archivable(path));
    await fs.rm(path);
  }
  return Promise.all(Array.from({ length: 5 }, (_, n) => session(`session-${n}`)));
}

const nothing: FindTranscripts = async function* () {
  await Promise.resolve();
};

describe('what lists have read', () => {
  it('is read again only where it changed, in the next process as well', () =>
    withMachine(async (machine) => {
      const [path = ''] = await writeKinds(machine);
      const before = await listed(machine);
      assert.equal(before.length, 15);
      const list = join(machine.folder, '.chat-history');
      const again = await opened('', async () => assert.deepEqual(await listed(machine), before));
      assert.deepEqual(
        again.paths.sort(),
        ['archives', 'recordings', 'transcripts'].map((name) => inIndex(list, name)),
      );
      await fs.appendFile(path, '\n');
      const changed = await opened('.jsonl', async () => assert.deepEqual(await listed(machine), before));
      assert.deepEqual(changed.paths, [path]);
      await fs.rm(path);
      assert.equal((await listed(machine)).length, 14);
      assert.ok(!(await fs.readFile(inIndex(list, 'transcripts'), 'utf8')).includes(path));
    }));

  it('is read again of a file of the same size and time, which was changed or exchanged', () =>
    withMachine(async (machine) => {
      const [path = ''] = await writeAll(machine, machine.folder, 'mine');
      await openStore(machine.folder).sessions.record('r', [{ type: 'user', content: 'recorded' }]);
      const before = await listed(machine);
      const changed = (await fs.readFile(path, 'utf8')).replace('c mine', 'C MINE');
      await fs.writeFile(path, changed);
      await fs.utimes(path, when / 1_000, when / 1_000);
      const renamed = before.map((title) => title.replace('c mine', 'C MINE')).sort();
      assert.deepEqual(await listed(machine), renamed);
      await fs.writeFile(`${path}.new`, changed.replace('C MINE', 'NOT ME'));
      await fs.utimes(`${path}.new`, when / 1_000, when / 1_000);
      await fs.rename(`${path}.new`, path);
      assert.deepEqual(
        await listed(machine),
        before.map((title) => title.replace('c mine', 'NOT ME')).sort(),
      );
    }));

  it('begins anew from what is damaged, of another version, or no such thing', () =>
    withMachine(async (machine) => {
      await writeKinds(machine);
      const before = await listed(machine);
      const history = join(machine.folder, '.chat-history');
      for (const name of ['archives', 'recordings', 'transcripts']) {
        const file = inIndex(history, name);
        const good = await fs.readFile(file, 'utf8');
        for (const content of [
          ...['', 'torn {', good.slice(0, -20), good.replace('derived 1', 'derived 9')],
          ...[good.replaceAll('"', "'"), good.replaceAll('session', 'sessions'), good.replace(/^.*\n/, '')],
        ]) {
          await fs.writeFile(file, content);
          assert.deepEqual(await listed(machine), before);
          const { paths } = await opened('', async () => assert.deepEqual(await listed(machine), before));
          assert.ok(
            paths.every((path) => path.endsWith('.log')),
            'what was made again is stored',
          );
        }
      }
    }));

  it('is not taken over where other secrets are masked', () =>
    withMachine(async (machine) => {
      const { folder } = machine;
      await openStore(folder, { secrets: () => 'keep' }).sessions.record('r', [
        { type: 'user', content: 'the key is hunter2hunter2' },
      ]);
      assert.deepEqual(await listed(machine), ['history: the key is hunter2hunter2']);
      await fs.writeFile(join(folder, '.env'), 'SHOP_KEY=hunter2hunter2\n');
      assert.deepEqual(await listed(machine), ['history: the key is [secret: SHOP_KEY #1]']);
    }));

  it('is kept of all files, however many lists run at once', () =>
    withMachine(async (machine) => {
      await writeKinds(machine);
      const store = openStore(machine.folder);
      const list = () => store.sessions.list({ folders: [machine.folder], places: machine.places });
      await Promise.all([list(), list(), list()]);
      const { paths } = await opened('', list);
      assert.deepEqual(paths, []);
    }));

  it('is kept of what was read where a look ends in the middle, and the next goes on', () =>
    withMachine(async (machine) => {
      const { folder, places, write } = machine;
      const count = 130;
      const file = (n: number) => `.claude/projects/${claudeFolderName(folder)}/s${n}.jsonl`;
      for (let n = 0; n < count; n++)
        await write(file(n), [claude(folder, `says ${n}`, { sessionId: `s${n}` })]);
      await openStore(folder).dialogs.create('d');
      const context = contextOf(folder, {});
      const agents = await loadAgents();
      const claudeReader = readerOf(agents, 'claude');
      const look = async (most: number) => {
        const known = new Derived(knownTranscripts('transcripts'), context);
        const claudeOnly = {
          ...claudeReader,
          find: async function* (...of: Parameters<FindTranscripts>) {
            let left = most;
            for await (const found of claudeReader.find(...of)) {
              if (left-- === 0) throw new Error('ends in the middle');
              yield found;
            }
          },
        };
        const others = agents
          .filter(({ id }) => id !== 'claude')
          .map((agent) => ({ ...agent, find: nothing }));
        const looking = { places, former: [], known, secrets: context.secrets };
        return discoverTranscripts(folder, { ...looking, agents: [...others, claudeOnly] });
      };
      const kept = async () => {
        const text = await fs.readFile(inIndex(join(folder, '.chat-history'), 'transcripts'), 'utf8');
        return text.split('\n').filter((line) => line.includes('\t')).length;
      };
      await assert.rejects(look(9), /in the middle/);
      await assert.rejects(kept(), { code: 'ENOENT' });
      await assert.rejects(look(15), /in the middle/);
      assert.equal(await kept(), 10);
      await assert.rejects(look(35), /in the middle/);
      assert.equal(await kept(), 30);
      const { paths } = await opened('.jsonl', async () => void (await look(count)));
      assert.equal(paths.length, count - 30);
      assert.equal(await kept(), count);
    }));

  it('is read of one transcript at a time', () =>
    withMachine(async ({ places, folder, write }) => {
      for (let n = 0; n < 5; n++)
        await write(`.claude/projects/${claudeFolderName(folder)}/s${n}.jsonl`, [claude(folder, `c${n}`)]);
      const known = remembered();
      const list = async () => assert.equal((await listTranscripts(places, folder, { known })).length, 5);
      const first = await opened('', list);
      assert.deepEqual([first.paths.length, first.most], [5, 1]);
      assert.deepEqual((await opened('', list)).paths, []);
    }));

  it('is enough to list the sessions of every agent again', () =>
    withMachine(async (machine) => {
      const written = await writeAll(machine, machine.folder, 'mine');
      const known = remembered();
      const before = await titles(machine, known);
      assert.equal(before.length, 7);
      const { paths } = await opened('', async () => assert.deepEqual(await titles(machine, known), before));
      assert.deepEqual(
        paths.filter((path) => written.includes(path)),
        [],
      );
    }));
});
