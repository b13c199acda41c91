import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { listTranscripts, transcripts } from '../../../src/agents/readTranscript.ts';
import { claude, filler, iso, withMachine } from './machine.ts';
import { withSessions } from './withSessions.ts';

const byProgram = { entrypoint: 'sdk-ts' };

describe('sessions of Claude Code that a program ran', () => {
  it('are told apart from those in which a person typed, also further on', () =>
    withMachine(async ({ places, folder, write }) => {
      const said = async (...more: readonly object[]) => {
        const lines = more.map((each, n) =>
          claude(folder, `Step ${n}`, { ...each, parentUuid: n === 0 ? null : `u-Step ${n - 1}` }),
        );
        await write(`.claude/projects/${claudeFolderName(folder)}/s1.jsonl`, lines);
        return (await listTranscripts(places, folder))[0]?.isAutomated;
      };
      const gap = { toolUseResult: filler(200_000) };
      assert.equal(await said({}), undefined);
      assert.equal(await said({ entrypoint: 'cli' }), undefined);
      assert.equal(await said({ entrypoint: 'claude-vscode' }), undefined);
      assert.equal(await said(byProgram), true);
      assert.equal(await said({}, { entrypoint: 'sdk-py' }, {}), true);
      assert.equal(await said({ ...byProgram, ...gap }, byProgram), true);
      assert.equal(await said({ ...byProgram, ...gap }, { entrypoint: 'cli' }), undefined);
      assert.equal(await said({ entrypoint: 'cli', ...gap }, byProgram), undefined);
      assert.equal(await said(byProgram, { ...byProgram, promptSource: 'typed' }, byProgram), undefined);
    }));

  it('stay told apart when only their archives are left', () =>
    withSessions(async ({ folder, write, open, workspace }) => {
      const path = await write(`.claude/projects/${claudeFolderName(folder)}/s1.jsonl`, [
        claude(folder, 'Nightly check', byProgram),
      ]);
      const { archives, sessions } = open();
      await archives.archive(transcripts.archivable(path));
      await rm(path);
      const { sessions: listed } = await sessions.list(workspace);
      assert.deepEqual(
        listed.map(({ sessionId, archived, isAutomated }) => [sessionId, archived, isAutomated]),
        [['s1', true, true]],
      );
    }));

  it('are neither the latest session nor what a brief begins with, where a person had one', () =>
    withSessions(async ({ folder, write, open, workspace }) => {
      const session = (sessionId: string, seconds: number, more: object) =>
        write(`.claude/projects/${claudeFolderName(folder)}/${sessionId}.jsonl`, [
          claude(folder, `Paint ${sessionId}`, { ...more, sessionId, timestamp: iso(seconds) }),
        ]);
      await session('run1', 10, byProgram);
      await session('run2', 20, byProgram);
      const latest = async () => (await open().sessions.find(workspace, 'latest')).sessionId;
      const briefed = async (purpose: 'start' | 'afterCompaction') =>
        /Paint \w+/.exec((await open().brief.make(workspace, { purpose })).text)?.[0];
      assert.deepEqual([await latest(), await briefed('start')], ['run2', 'Paint run2']);
      await session('mine', 5, { entrypoint: 'cli' });
      assert.deepEqual([await latest(), await briefed('start')], ['mine', 'Paint mine']);
      assert.equal(await briefed('afterCompaction'), 'Paint run2', 'a program’s session is compacted, too');
      const listed = async (isAutomated?: boolean) => {
        const query = isAutomated === undefined ? {} : { isAutomated };
        const { sessions } = await open().sessions.list(workspace, query);
        return sessions.map(({ number, sessionId }) => `${number} ${sessionId}`);
      };
      assert.deepEqual(await listed(), ['1 run2', '2 run1', '3 mine']);
      assert.deepEqual(await listed(false), ['3 mine']);
      assert.deepEqual(await listed(true), ['1 run2', '2 run1']);
    }));
});
