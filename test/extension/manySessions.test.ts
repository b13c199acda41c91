import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { claudeFolderName } from '../../src/store/transcripts/claude/claudeAgent.ts';
import { claude } from '../unit/store/claudeLines.ts';
import { leastUntil, told } from '../bench/measure.ts';
import { withEmptyHistory, workspaceRoot } from './workspace.ts';

const count = 1_000;
const bytes = 1_000_000;
/** Turns at the head and at the tail of a transcript, about as much as is read of each; a hole is between them. */
const turns = 60;

async function claudeFolder(): Promise<string> {
  assert.ok(process.env.CLAUDE_CONFIG_DIR, 'the tests would look into the home of whoever runs them');
  const name = claudeFolderName(await fs.realpath(workspaceRoot()));
  return join(process.env.CLAUDE_CONFIG_DIR, 'projects', name);
}

/** A megabyte of which a tenth is on disk. */
async function writeSession(folder: string, index: number, text: string): Promise<void> {
  const file = await fs.open(
    join(folder, `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`),
    'w',
  );
  await file.write(text);
  await file.write(`\n${text}`, bytes - Buffer.byteLength(text) - 1);
  await file.close();
}

function textOfSession(): string {
  const transcript = claude();
  for (let turn = 0; turn < turns; turn++)
    transcript
      .user(`What about part ${turn}? ${'It is slow. '.repeat(20)}`, { cwd: workspaceRoot() })
      .answer(`a${turn}`, 'It waits for the disk. '.repeat(10), { cwd: workspaceRoot() });
  return transcript.text();
}

describe('many sessions', () => {
  it('lists 1,000 transcripts of 1 MB, again and again', async function () {
    this.timeout(240_000);
    const folder = await claudeFolder();
    await fs.mkdir(folder, { recursive: true });
    try {
      const text = textOfSession();
      for (let index = 0; index < count; index++) await writeSession(folder, index, text);
      await withEmptyHistory(async ({ services }) => {
        const { tree } = services.sessionView;
        const open = async (): Promise<number> => {
          services.sessionLists.refresh();
          const started = performance.now();
          const days = await tree.getChildren();
          const shown = (await Promise.all(days.map((node) => tree.getChildren(node)))).flat();
          for (const node of [...days, ...shown]) tree.getTreeItem(node);
          const took = performance.now() - started;
          const [project] = services.projects.all;
          assert.ok(project && shown.length > 0);
          assert.equal((await services.sessionLists.of(project).sessions()).length, count);
          return took;
        };
        const first = await open();
        const again = await leastUntil(1_000, open);
        console.log(
          `[test] the tree of 1,000 transcripts of 1 MB: first ${told([first])}, then ${told(again)}`,
        );
      });
    } finally {
      await fs.rm(folder, { recursive: true });
    }
  });
});
