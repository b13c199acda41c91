import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claude } from '../unit/store/claudeLines.ts';
import type { Project } from '../../src/extension/base/project.ts';
import { ProjectSessions } from '../../src/extension/sessions/sessionLists.ts';
import type { SessionInfo } from '../../src/history/sessions/types.ts';
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
  it('keeps the newer list when an older request finishes later', () =>
    withEmptyHistory(async ({ services }) => {
      const [project] = services.projects.all;
      assert.ok(project);
      const answers: ((sessions: readonly SessionInfo[]) => void)[] = [];
      const sessions = {
        list: () => new Promise((resolve) => answers.push((found) => resolve({ sessions: found }))),
      };
      const list = new ProjectSessions(
        Object.create(project, { sessions: { value: sessions } }) as Project,
        services.sessionLists.places,
      );
      const older = list.sessions();
      list.forgetSessions();
      const newer = list.sessions();
      const [answerOlder, answerNewer] = answers;
      const found: readonly SessionInfo[] = [{ path: '/new' } as SessionInfo];
      answerNewer?.(found);
      await newer;
      answerOlder?.([]);
      await older;
      assert.equal(list.known, found);
    }));

  it('lists 1,000 transcripts of 1 MB twice', async () => {
    const folder = await claudeFolder();
    await fs.mkdir(folder, { recursive: true });
    try {
      const text = textOfSession();
      for (let index = 0; index < count; index++) await writeSession(folder, index, text);
      await withEmptyHistory(async ({ services }) => {
        const { tree } = services.sessionView;
        const open = async (): Promise<void> => {
          services.sessionLists.refresh();
          const days = await tree.getChildren();
          const shown = (await Promise.all(days.map((node) => tree.getChildren(node)))).flat();
          for (const node of [...days, ...shown]) tree.getTreeItem(node);
          const [project] = services.projects.all;
          assert.ok(project && shown.length > 0);
          assert.equal((await services.sessionLists.of(project).sessions()).length, count);
        };
        await open();
        await open();
      });
    } finally {
      await fs.rm(folder, { recursive: true });
    }
  });
});
