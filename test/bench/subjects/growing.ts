import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stateVariable } from '../../../src/disk/base/stateFolder.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { writeLargeTranscript } from '../../hook/largeTranscript.ts';
import { serverFile } from '../../server/withServer.ts';
import { ours } from '../contenders.ts';
import { isDoneWithin } from '../measure.ts';
import { processorMs, startRaw, type RawClient } from '../rawClient.ts';
import type { Subject } from '../subject.ts';

const megabytes = [7, 34];
const rounds = 40;
const id = '550e8400-e29b-41d4-a716-446655440000';

/** Whether a search finds a word in one of its hits. */
async function finds(client: RawClient, word: string): Promise<boolean> {
  const reply = await client.call('history_search', { query: word, limit: 3 });
  return JSON.stringify(reply).includes(`${word} was said`);
}

/** Processor time of a search, in the middle of many. */
async function searching(client: RawClient, word: (round: number) => string): Promise<number> {
  const before = processorMs(client.pid) ?? NaN;
  for (let round = 0; round < rounds; round++)
    if (!(await finds(client, word(round)))) throw new Error('What was just said is not found.');
  return ((processorMs(client.pid) ?? NaN) - before) / rounds;
}

/** Appends a message of a word to a transcript of Claude Code. */
function say(file: string, word: string): string {
  const record = {
    ...{ isSidechain: false, sessionId: id, uuid: word },
    ...{ type: 'assistant', timestamp: new Date().toISOString() },
    message: { id: word, role: 'assistant', content: [{ type: 'text', text: `${word} was said` }] },
  };
  appendFileSync(file, `${JSON.stringify(record)}\n`);
  return word;
}

export const growing: Subject = {
  name: 'growing',
  about:
    'Processor time of history_search over MCP for what was just said, each time after one more line of the session that the agent is in, beside the same search with nothing changed. It ends with an error where that is not found.',
  run: async function* ({ folder }) {
    for (const size of megabytes) {
      const [project, home] = [folder('project'), folder('home')];
      await ours.fill(project, 1);
      const file = join(home, '.claude/projects', claudeFolderName(project), `${id}.jsonl`);
      mkdirSync(dirname(file), { recursive: true });
      writeLargeTranscript(file, id, size * 1e6, project);
      const env = {
        HOME: home,
        USERPROFILE: home,
        [stateVariable]: join(home, 'state'),
        HISTORY_KEEP: 'off',
      };
      const client = await startRaw([serverFile, '--root', project], { env });
      say(file, 'aardvark');
      await isDoneWithin(60_000, async () => {
        const reply = await client.call('history_search', { query: 'aardvark', limit: 1 });
        return !JSON.stringify(reply).includes('still being read');
      });
      await pause(2_500); // until the index is written
      const unchanged = await searching(client, () => 'aardvark');
      const grown = await searching(client, (round) => say(file, `quagga${round}z`));
      await client.close();
      yield {
        what: 'search after one more line',
        size: `${size} MB`,
        unit: 'ms' as const,
        ours: grown,
        reference: { name: 'with nothing changed', value: unchanged },
        limit: { more: 15 },
      };
    }
  },
};
