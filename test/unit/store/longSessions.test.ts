import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { openStore } from '../../../src/store/store.ts';
import type { HandOverOptions } from '../../../src/history/sessions/types.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { claude, sessionId } from './claudeLines.ts';
import { withMachine, type Machine } from './machine.ts';

const words = 'lorem ipsum dolor sit amet '.repeat(1_500);
const turns = 240;

const turn = (n: number): string =>
  claude()
    .user(`Prompt ${n}.`, { uuid: `u${n}`, parentUuid: n === 0 ? null : `a${n - 1}` })
    .use(`m${n}`, `t${n}`, 'Bash', { command: `run ${n}` }, { uuid: `c${n}` })
    .result(`t${n}`, words, { uuid: `r${n}` })
    .answer(`n${n}`, `Answer ${n}.`, { uuid: `a${n}` })
    .text();

const text = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => turn(from + n)).join('');

async function written({ folder, write }: Machine, count = turns, output = words) {
  const path = await write(
    `.claude/projects/${claudeFolderName(folder)}/${sessionId}.jsonl`,
    text(0, count).replaceAll('/code/shop', folder).replaceAll(words, output),
  );
  assert.ok((await fs.stat(path)).size > output.length * count);
  return path;
}

/** Bytes of transcripts that are read meanwhile. */
async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const { open } = fs;
  let bytes = 0;
  fs.open = async (...args) => {
    const file = await open(...args);
    const read: (...of: Parameters<typeof file.read>) => ReturnType<typeof file.read> = file.read.bind(file);
    const counted = async (...of: Parameters<typeof file.read>) => {
      const result = await read(...of);
      bytes += result.bytesRead;
      return result;
    };
    return Object.assign(file, { read: counted });
  };
  try {
    await work();
  } finally {
    fs.open = open;
  }
  return bytes;
}

const promptsIn = (said: string): number[] =>
  [...said.matchAll(/^Prompt (\d+)\./gm)].map(([, n]) => Number(n));

describe('a long session', () => {
  for (const [count, output, mostBytes] of [
    [600, words.slice(0, 1_000), 600_000],
    [6_000, words.slice(0, 1_000), 600_000],
    [turns, words, 2_700_000],
  ] as const)
    it(`of ${count} turns with outputs of ${output.length} characters is resumed from its end, and tells that there is more`, () =>
      withMachine(async (machine) => {
        await written(machine, count, output);
        const { sessions } = openStore(machine.folder);
        const workspace = { folders: [machine.folder], places: machine.places };
        let told = '';
        const bytes = await bytesRead(async () => {
          const {
            text: said,
            cursor,
            omittedTurns,
            turns: kept,
          } = await sessions.resume(workspace, 'latest');
          assert.ok(cursor !== undefined && omittedTurns > 0 && kept > 0);
          assert.match(said, /more than \d+ older turns were left out/);
          told = said;
        });
        assert.ok(bytes > 100_000 && bytes < mostBytes, `${bytes} bytes`);
        assert.equal(promptsIn(told).at(-1), count - 1);
        assert.match(told, new RegExp(`Answer ${count - 1}\\.`));
      }));

  it('gives every turn once, page by page, also while it grows', () =>
    withMachine(async (machine) => {
      const path = await written(machine);
      const { sessions } = openStore(machine.folder);
      const workspace = { folders: [machine.folder], places: machine.places };
      const found: number[] = [];
      let options: HandOverOptions = { maxTokens: 1_000_000 };
      for (let page = 0; page < 20; page++) {
        const { text: said, cursor } = await sessions.resume(workspace, 'latest', options);
        found.unshift(...promptsIn(said));
        if (cursor === undefined) break;
        options = { ...options, cursor };
        if (page === 0)
          await fs.appendFile(path, text(turns, turns + 20).replaceAll('/code/shop', machine.folder));
      }
      // The request that the oldest answer of the first page belongs to stands there as well.
      const twice = found.filter((n, at) => found.indexOf(n) !== at);
      assert.ok(twice.length <= 1, twice.join());
      const all = Array.from({ length: turns }, (_, n) => n);
      assert.deepEqual([...new Set(found)], all);
    }));
});
