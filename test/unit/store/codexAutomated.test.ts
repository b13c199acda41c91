import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { iso } from './machine.ts';
import { withSessions } from './withSessions.ts';

const thread = (id: string, cwd: string, text: string, meta: object) => [
  { timestamp: iso(1), type: 'session_meta', payload: { id, timestamp: iso(1), cwd, ...meta } },
  {
    timestamp: iso(2),
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  },
];

const id = (n: number) => `0199a1b2-3c4d-7e8f-9a0b-${String(n).padStart(12, '0')}`;
const pathOf = (n: number, home = '.codex') =>
  `${home}/sessions/2026/02/05/rollout-2026-02-05T08-00-0${n}-${id(n)}.jsonl`;

describe('sessions of Codex that a program ran', () => {
  it('are told apart by their first line, in old versions and in forks too', () =>
    withSessions(async ({ folder, write, open, workspace }) => {
      const origins: readonly (readonly [string, object])[] = [
        ['typed', { source: 'cli', originator: 'codex_cli_rs' }],
        ['in the editor', { source: 'vscode', originator: 'codex_vscode' }],
        ['by exec', { source: 'exec', originator: 'codex_exec', thread_source: 'user' }],
        ['by the SDK', { source: 'exec', originator: 'codex_sdk_ts' }],
        ['by an old exec', { originator: 'codex_exec' }],
        ['by an old version', { originator: 'codex_cli_rs' }],
        ['of a custom client', { source: { custom: 'exec' }, originator: 'codex_exec' }],
      ];
      for (const [n, [text, meta]] of origins.entries())
        await write(pathOf(n), thread(id(n), folder, text, meta));
      await write(pathOf(8, '.trae/cli'), thread(id(8), folder, 'by exec of TraeX', { source: 'exec' }));
      const { sessions } = await open().sessions.list(workspace, { isAutomated: true });
      assert.deepEqual(sessions.map(({ title }) => title).sort(), [
        'by an old exec',
        'by exec',
        'by exec of TraeX',
        'by the SDK',
      ]);
      const past = await open().sessions.list(workspace, { isAutomated: false });
      assert.equal(past.total, origins.length - 3);
    }));

  it('are the person’s where one typed a later turn, not where they fork a thread in which one did', () =>
    withSessions(async ({ folder, write, open, workspace }) => {
      const turn = (second: number, turn_trigger: string) => ({
        timestamp: iso(second),
        type: 'event_msg',
        payload: { type: 'task_started', turn_attribution: { turn_trigger } },
      });
      const long = { timestamp: iso(3), type: 'world_state', payload: { state: 'x'.repeat(20_000) } };
      const source = { source: 'exec' };
      const fork = { ...source, forked_from_id: id(1), timestamp: iso(5) };
      const [begun, ...rest] = thread(id(4), folder, 'forked by exec', fork);
      await write(pathOf(1), [...thread(id(1), folder, 'taken up', source), turn(4, 'user')]);
      await write(pathOf(2), [...thread(id(2), folder, 'taken up later', source), long, turn(4, 'user')]);
      await write(pathOf(3), [...thread(id(3), folder, 'exec again', source), turn(4, 'exec')]);
      await write(pathOf(4), [begun, turn(4, 'user'), ...rest, turn(6, 'exec')]);
      const { sessions } = await open().sessions.list(workspace, { isAutomated: true });
      assert.deepEqual(sessions.map(({ title }) => title).sort(), ['exec again', 'forked by exec']);
    }));

  it('stay told apart when only their archives are left', () =>
    withSessions(async ({ folder, write, open, workspace }) => {
      const path = await write(pathOf(1), thread(id(1), folder, 'Nightly check', { source: 'exec' }));
      const { archives, sessions } = open();
      await archives.archive(transcripts.archivable(path));
      await rm(path);
      const { sessions: listed } = await sessions.list(workspace);
      assert.deepEqual(
        listed.map(({ sessionId, archived, isAutomated }) => [sessionId, archived, isAutomated]),
        [[id(1), true, true]],
      );
    }));
});
