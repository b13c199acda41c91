import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import type { ArchiveOptions, ArchiveOutcome } from '../../../src/history/archive/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { countFiles } from '../../fileCounts.ts';
import { claude, sessionId } from './claudeLines.ts';
import { withStore } from './withStore.ts';

/** Runs a test with a transcript of Claude Code that was archived. */
const withArchived = (
  run: (at: {
    readonly path: string;
    /** Archives in another process; returns the outcome, and how much of the transcript was read. */
    readonly again: (options?: ArchiveOptions) => Promise<{
      readonly outcome: ArchiveOutcome;
      readonly bytesRead: number;
    }>;
    readonly part: string;
    readonly talk: ReturnType<typeof claude>;
  }) => Promise<void>,
) =>
  withStore(async ({ store, root, open }) => {
    const path = join(root, 'home/.claude/projects/-code-shop', `${sessionId}.jsonl`);
    await fs.mkdir(dirname(path), { recursive: true });
    const talk = claude().user('Look for the login').answer('m1', 'It is in login.ts');
    await fs.writeFile(path, talk.text());
    const archive = (to: Store, options?: ArchiveOptions) =>
      to.archives.archive(transcripts.archivable(path, 'claude'), options);
    const first = await archive(store);
    assert.equal(first.state, 'archived');
    const again = async (options?: ArchiveOptions) => {
      const outcomes: ArchiveOutcome[] = [];
      const { bytesRead } = await countFiles(path, async () => outcomes.push(await archive(open(), options)));
      return { outcome: outcomes[0] ?? assert.fail('nothing came of it'), bytesRead };
    };
    await run({ path, again, part: first.archive.path, talk });
  });

describe('a transcript that is archived again', () => {
  it('is not read while nothing changed', () =>
    withArchived(async ({ again }) => {
      const { outcome, bytesRead } = await again();
      assert.equal(outcome.state, 'unchanged');
      assert.equal(bytesRead, 0);
    }));

  it('is read after one more line, and once only', () =>
    withArchived(async ({ again, path, talk }) => {
      await fs.writeFile(path, talk.user('Thanks').text());
      assert.equal((await again()).outcome.state, 'archived');
      const { outcome, bytesRead } = await again();
      assert.deepEqual([outcome.state, bytesRead], ['unchanged', 0]);
      assert.equal(outcome.state === 'unchanged' && outcome.parts.length, 2);
    }));

  it('is archived again where its archive was deleted or lost its copy', () =>
    withArchived(async ({ again, part }) => {
      await fs.rm(part);
      assert.equal((await again()).outcome.state, 'archived');
      assert.equal((await again()).bytesRead, 0);
      const raw = join(dirname(part), 'raw');
      for (const name of await fs.readdir(raw)) await fs.rm(join(raw, name));
      assert.ok((await again()).bytesRead > 0);
    }));

  it('is compared again where its archive was edited', () =>
    withArchived(async ({ again, part }) => {
      const text = await fs.readFile(part, 'utf8');
      await fs.writeFile(part, text.replace('It is in login.ts', 'It is in main.ts'));
      assert.ok((await again()).bytesRead > 0);
    }));

  it('is read where a subagent wrote more', () =>
    withArchived(async ({ again, path }) => {
      const helper = join(path.replace('.jsonl', ''), 'subagents/agent-a1.jsonl');
      await fs.mkdir(dirname(helper), { recursive: true });
      const about = { isSidechain: true, agentId: 'a1' };
      const side = claude().user('Search', about).answer('h1', 'Found it', about);
      await fs.writeFile(helper, side.text());
      assert.equal((await again()).outcome.state, 'archived');
      assert.equal((await again()).bytesRead, 0);
      await fs.writeFile(helper, side.answer('h2', 'And more', about).text());
      assert.equal((await again()).outcome.state, 'archived');
    }));
});
