import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { listTranscripts, readTranscript } from '../../../src/agents/readTranscript.ts';
import { parseReference } from '../../../src/find/search/reference.ts';
import { entriesAround } from '../../../src/store/references.ts';
import { claude, filler, withMachine } from './machine.ts';
import { said } from './reading.ts';
import { settled, withSessions } from './withSessions.ts';

const answer = (cwd: string, text: string, more: object = {}) => {
  const message = {
    id: `m-${text}`,
    model: 'claude-opus-5',
    content: [{ type: 'text', text }],
    usage: { input_tokens: 100, output_tokens: 10 },
  };
  return claude(cwd, text, { type: 'assistant', message, uuid: `a-${text}`, ...more });
};

describe('sessions of Claude Code that moved to another folder', () => {
  it('are listed in each folder they worked in, with the one in which they are gone on with', () =>
    withMachine(async ({ places, folder, write }) => {
      const other = join(places.home, 'code', 'other');
      const third = join(places.home, 'code', 'third');
      for (const each of [other, third]) await mkdir(each, { recursive: true });
      for (const gap of ['', filler(200_000)]) {
        const path = await write(`.claude/projects/${claudeFolderName(other)}/s1.jsonl`, [
          claude(folder, 'Sort the buttons'),
          answer(folder, 'sorted'),
          claude(folder, gap, { uuid: 'u1', parentUuid: 'a-sorted' }),
          { type: 'relocated', sessionId: 's1', from: folder, to: other },
          claude(other, 'Now the zips', { parentUuid: 'u1', uuid: 'u2' }),
        ]);
        for (const from of [folder, other]) {
          const list = await listTranscripts(places, from);
          assert.deepEqual(
            list.map((info) => [info.path, info.title, info.cwd, info.isElsewhere]),
            [[path, 'Sort the buttons', other, undefined]],
          );
        }
        assert.deepEqual(await listTranscripts(places, third), []);
        assert.equal((await readTranscript(path)).cwd, other);
      }
    }));

  it('are not those that only lie in a folder of a like name', () =>
    withMachine(async ({ places, folder, write }) => {
      const like = folder.replace('my app', 'my-app');
      await write(`.claude/projects/${claudeFolderName(folder)}/s1.jsonl`, [claude(like, 'Elsewhere')]);
      assert.deepEqual(await listTranscripts(places, folder), []);
    }));
});

describe('recaps of Claude Code', () => {
  it('are found, and not as words of the person', () =>
    withSessions(async ({ folder, write, open }) => {
      const recap = { type: 'system', subtype: 'away_summary', content: 'Next: the bollard.', uuid: 'r1' };
      await write(`.claude/projects/${claudeFolderName(folder)}/s1.jsonl`, [
        claude(folder, 'Mend the quay', { uuid: 'u1' }),
        claude(folder, '', { ...recap, parentUuid: 'u1' }),
      ]);
      const { hits } = await settled(open(), 'bollard');
      assert.deepEqual(
        hits.map(({ role, name }) => [role, name]),
        [['note', 's1']],
      );
    }));
});

describe('agents of Claude Code in files of their own', () => {
  const helper = (agentId: string, text: string) =>
    answer('/code/x', text, { agentId, isSidechain: true, parentUuid: null });

  it('are read from workflows too, though two name an agent alike', () =>
    withMachine(async ({ folder, write }) => {
      const project = `.claude/projects/${claudeFolderName(folder)}`;
      const path = await write(`${project}/s1.jsonl`, [claude(folder, 'Go')]);
      await write(`${project}/s1/subagents/agent-a.jsonl`, [helper('a', 'flat')]);
      await write(`${project}/s1/subagents/workflows/wf_1/agent-b.jsonl`, [helper('b', 'first')]);
      await write(`${project}/s1/subagents/workflows/wf_1/journal.jsonl`, [{ type: 'step' }]);
      await write(`${project}/s1/subagents/workflows/wf_2/agent-b.jsonl`, [helper('b', 'second')]);
      const { subagents = [] } = await readTranscript(path);
      assert.deepEqual(
        subagents.map(({ agentId, messages }) => [agentId, ...said({ messages })]),
        [
          ['a', 'assistant: flat'],
          ['b', 'assistant: first'],
          ['wf_2-b', 'assistant: second'],
        ],
      );
    }));

  it('are found by the files they changed', () =>
    withSessions(async ({ folder, write, open, workspace }) => {
      const project = `.claude/projects/${claudeFolderName(folder)}`;
      await write(`${project}/s1.jsonl`, [claude(folder, 'Go')]);
      const call = {
        type: 'tool_use',
        id: 't1',
        name: 'Write',
        input: { file_path: 'src/buoy.ts', content: 'x' },
      };
      const message = { id: 'm1', content: [call] };
      const result = { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'File created' }] };
      const own = { agentId: 'b', isSidechain: true };
      await write(`${project}/s1/subagents/workflows/wf_1/agent-b.jsonl`, [
        claude(folder, 'Write', { ...own, type: 'assistant', message, uuid: 'h1' }),
        claude(folder, 'Done', { ...own, message: result, uuid: 'h2', parentUuid: 'h1' }),
      ]);
      const store = open();
      const { hits } = await settled(store, 'buoy');
      assert.deepEqual(
        hits.map(({ role }) => role),
        ['files'],
      );
      const shown = await entriesAround({ store, workspace }, parseReference(hits[0]?.reference ?? '')!, 5);
      assert.deepEqual(
        shown.map(({ text }) => text),
        ['src/buoy.ts'],
      );
    }));

  it('make a session of which nothing else is left', () =>
    withMachine(async ({ places, folder, write }) => {
      const project = `.claude/projects/${claudeFolderName(folder)}`;
      const title = { type: 'ai-title', aiTitle: 'Koel work', sessionId: 's1' };
      await write(`${project}/s1.jsonl`, [title, { type: 'mode', mode: 'normal', sessionId: 's1' }]);
      await write(`${project}/s1/subagents/agent-a.jsonl`, [
        answer(folder, 'task', { agentId: 'a', isSidechain: true }),
      ]);
      const list = await listTranscripts(places, folder);
      assert.deepEqual(
        list.map((info) => [info.sessionId, info.title, info.cwd]),
        [['s1', 'Koel work', folder]],
      );
    }));
});
