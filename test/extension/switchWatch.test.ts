import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { holds, withEmptyHistory, workspaceRoot } from './workspace.ts';

describe('a file that turns history off', () => {
  it('is noticed when it is made or deleted by hand', () =>
    withEmptyHistory(async ({ services: { projects } }) => {
      const file = join(workspaceRoot(), '.no-history');
      let told = 0;
      const listener = projects.onDidChangeProjects(() => told++);
      try {
        fs.writeFileSync(file, '');
        await holds(() => assert.deepEqual([told, projects.on.length], [1, 0]));
        fs.rmSync(file);
        await holds(() => assert.deepEqual([told, projects.on.length], [2, 1]));
      } finally {
        fs.rmSync(file, { force: true });
        listener.dispose();
      }
    }));
});
