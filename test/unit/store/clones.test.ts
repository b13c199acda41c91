import assert from 'node:assert/strict';
import { readTranscript, transcripts } from '../../../src/agents/readTranscript.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { claude, codex, iso, titles, withMachine } from './machine.ts';
import { called, said } from './reading.ts';

const use = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: { path: id } });
const result = (id: string) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: { callId: id, responseParts: { functionResponse: { id, response: { output: 'a' } } } },
});

describe('clones of agents', () => {
  it('takes all that iFlow says and calls while it writes an answer several times', () =>
    withMachine(async ({ folder, write }) => {
      const line = (n: number, parent: string, content: object[]) =>
        claude(folder, '', {
          type: 'assistant',
          uuid: `a${n}`,
          parentUuid: parent,
          timestamp: iso(2 + n / 10),
          message: { role: 'assistant', id: `m${n}`, model: 'glm-5', content },
        });
      const answer = (id: string, n: number, parent: string) =>
        claude(folder, '', {
          uuid: `r${n}`,
          parentUuid: parent,
          timestamp: iso(3 + n / 10),
          message: { role: 'user', content: [result(id)] },
        });
      const path = await write('.iflow/projects/-code/session-1.jsonl', [
        claude(folder, 'Fix it', { uuid: 'u1' }),
        line(1, 'u1', [{ type: 'text', text: 'Reading.' }, use('t1')]),
        line(2, 'u1', [use('t1'), use('t2')]),
        line(3, 'u1', [use('t2')]),
        answer('t1', 1, 'a3'),
        answer('t2', 2, 'r1'),
        line(4, 'r2', [{ type: 'text', text: 'Done.' }]),
      ]);
      const session = await readTranscript(path);
      assert.deepEqual(
        said(session).filter((words) => words !== 'assistant: '),
        ['user: Fix it', 'assistant: Reading.', 'assistant: Done.'],
      );
      assert.deepEqual(called(session), [
        'read_file({"path":"t1"}) success "a"',
        'read_file({"path":"t2"}) success "a"',
      ]);
      assert.deepEqual(session.omitted, { unreadable: 0, rewound: 0 });
      const rest = await transcripts.goOn({ agent: 'iflow', path }, plainSecrets, {});
      assert.equal(rest, undefined, 'later lines change calls of earlier answers');
    }));

  it('keeps clones and originals apart, with one id of a session in both', () =>
    withMachine(async (machine) => {
      const { folder, places, write } = machine;
      const day = 'sessions/2026/02/05/rollout-1.jsonl';
      await write(`.codex/${day}`, codex(folder, 'original'));
      await write(`.trae/cli/${day}`, codex(folder, 'clone'));
      await write('.trae/cli/archived_sessions/rollout-2.jsonl', codex(folder, 'archived'));
      await write('other/projects/-code/s1.jsonl', [claude(folder, 'elsewhere')]);
      const env = { OPENCLAUDE_CONFIG_DIR: `${places.home}/other` };
      const all = ['codex: original', 'traex: archived', 'traex: clone'];
      assert.deepEqual(await titles(machine), all);
      const named = `other/projects/${folder.replace(/[^A-Za-z0-9]/g, '-')}/s1.jsonl`;
      await write(named, [claude(folder, 'mine')]);
      assert.deepEqual(await titles({ ...machine, places: { ...places, env } }), [
        'codex: original',
        'openclaude: elsewhere', // it ran in this folder, wherever its file lies
        'openclaude: mine',
        ...all.slice(1),
      ]);
    }));
});
