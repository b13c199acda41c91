import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { listTranscripts } from '../../../src/agents/readTranscript.ts';
import { claude, codex, filler, withMachine } from './machine.ts';

/** Runs with every opening of a transcript counted; gives how many files of each agent were open at most. */
async function mostOpen(work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const most = new Map<string, number>();
  const now = new Map<string, number>();
  const { open } = fs;
  fs.open = async (path, ...more) => {
    const agent = /\.(claude|codex)\/.*\.jsonl$/.exec(String(path))?.[1];
    if (agent === undefined) return open(path, ...more);
    const count = (by: number) => now.set(agent, (now.get(agent) ?? 0) + by).get(agent)!;
    most.set(agent, Math.max(most.get(agent) ?? 0, count(1)));
    const handle = await open(path, ...more);
    const close = handle.close.bind(handle);
    handle.close = () => close().finally(() => count(-1));
    return handle;
  };
  try {
    await work();
  } finally {
    fs.open = open;
  }
  return most;
}

describe('listing transcripts', () => {
  it('has one file of each agent open at a time', () =>
    withMachine(async ({ places, folder, write }) => {
      for (let n = 0; n < 20; n++) {
        const long = Array.from({ length: 8 }, (_, at) => claude(folder, `${n} ${at} ${filler(50_000)}`));
        await write(`.claude/projects/${claudeFolderName(folder)}/s${n}.jsonl`, long);
        await write(`.codex/sessions/2026/02/05/rollout-${n}.jsonl`, codex(folder, `x${n}`));
      }
      const most = await mostOpen(async () => {
        assert.equal((await listTranscripts(places, folder)).length, 40);
      });
      assert.deepEqual(Object.fromEntries(most), { claude: 1, codex: 1 });
    }));
});
