import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveOptions } from '../../../src/history/archive/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { streamClaude } from '../../../src/agents/claude/claude.ts';
import { claude, sessionId, type ClaudeTranscript } from './claudeLines.ts';
import { withStore } from './withStore.ts';

const queued = (operation: string, content?: string) => ({
  type: 'queue-operation',
  operation,
  timestamp: '2026-01-15T09:31:00.000Z',
  ...(content !== undefined && { content }),
});

/** A transcript in which a prompt waits until the agent is done. */
const waiting = (): ClaudeTranscript =>
  claude().user('Start').answer('m1', 'I begin.').aside(queued('enqueue', 'also  the logs'));

/** The texts of the parts, oldest first. */
async function parts(store: Store): Promise<string[][]> {
  const { archives } = await store.archives.list();
  const pages = await Promise.all([...archives].reverse().map(({ name }) => store.archives.read(name)));
  return pages.map(({ messages }) => messages.map(({ text, continued }) => `${text}${continued ? '+' : ''}`));
}

describe('archiving a prompt that waits in the queue of Claude Code', () => {
  const told: Record<string, (transcript: ClaudeTranscript) => ClaudeTranscript> = {
    'it becomes the next prompt': (transcript) =>
      transcript.aside(queued('dequeue')).user('also the logs').answer('m2', 'Done.'),
    'the agent is given it while it works': (transcript) =>
      transcript
        .aside(queued('remove'))
        .line('attachment', {
          attachment: { type: 'queued_command', prompt: 'also the logs', commandMode: 'prompt' },
        })
        .answer('m2', 'Done.'),
  };
  const ways: Record<string, ArchiveOptions> = {
    'in the part before': { event: 'PreCompact' },
    'in a part that goes on': { event: 'Stop', goesOn: true },
  };
  for (const [when, tell] of Object.entries(told))
    for (const [where, options] of Object.entries(ways))
      it(`keeps it once, ${where}, when ${when}`, () =>
        withStore(async ({ store, root }) => {
          const transcript = waiting();
          const path = join(root, `${sessionId}.jsonl`);
          const archive = async () => {
            await fs.writeFile(path, transcript.text());
            await store.archives.archive({ path, stream: streamClaude }, options);
          };
          await archive();
          tell(transcript);
          await archive();
          const all = [['Start', 'I begin.', 'also  the logs'], ['Done.']];
          if (options.goesOn) assert.deepEqual((await parts(store)).length, 1);
          else assert.deepEqual(await parts(store), all);
          const texts = (await parts(store)).flat().map((text) => text.replace(/\s+/g, ' '));
          assert.deepEqual(
            texts,
            all.flat().map((text) => text.replace(/\s+/g, ' ')),
          );
        }));

  it('keeps all of what several became together, or what was pasted', () =>
    withStore(async ({ store, root }) => {
      const path = join(root, `${sessionId}.jsonl`);
      const transcript = waiting().aside(queued('enqueue', '[Pasted text #1 +1 lines] fix'));
      const archive = async () => {
        await fs.writeFile(path, transcript.text());
        await store.archives.archive({ path, stream: streamClaude }, { event: 'PreCompact' });
      };
      await archive();
      transcript.aside(queued('dequeue')).aside(queued('dequeue'));
      transcript.user('also the logs\nand this').user('a\nfix');
      await archive();
      const [, later] = await parts(store);
      assert.deepEqual(later, ['also the logs\nand this+', 'a\nfix']);
    }));
});
