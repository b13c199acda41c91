import assert from 'node:assert/strict';
import { withSessions } from '../withSessions.ts';
import { judged } from './judged.ts';
import { ScriptedProject } from './scriptedProject.ts';

// 200 sessions are judged by npm run bench changes.
describe('who wrote each line of a repository', () => {
  for (const seed of [20, 21])
    it(`is never told wrongly, and told of most lines (seed ${seed})`, () =>
      withSessions(async (fixture) => {
        const project = new ScriptedProject(fixture, seed);
        await project.play(30);
        const { wrong, written, found } = await judged(project, fixture.open().changes, fixture.workspace);
        assert.deepEqual(wrong, []);
        assert.ok(written > 100 && found > written / 2, `${found} of ${written}`);
      }));
});
