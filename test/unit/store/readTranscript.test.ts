import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { listTranscripts, readTranscript, transcripts } from '../../../src/agents/readTranscript.ts';
import { claude, codex, iso, withMachine, writeAll } from './machine.ts';
import { said } from './reading.ts';

describe('recognising transcripts', () => {
  it('knows the agent by content, wherever the file lies', () =>
    withMachine(async (machine) => {
      const paths = await writeAll(machine, machine.folder, 'mine');
      const agents = ['claude', 'codex', 'gemini', 'vscode', 'copilot', 'copilot-cli', 'cline'];
      for (const [n, path] of paths.entries()) {
        assert.equal(await transcripts.recognise(path), agents[n]);
        const copy = await machine.write(`copies/${n}.jsonl`, await fs.readFile(path, 'utf8'));
        assert.equal(await transcripts.recognise(copy), agents[n]);
        assert.match((await readTranscript(copy)).title ?? '', /^. mine$/);
      }
    }));

  it('looks past damaged and unknown records, and falls back to the place', () =>
    withMachine(async ({ write, folder }) => {
      assert.equal(
        await transcripts.recognise(await write('a', ['garbage', { some: 'thing' }, claude(folder, 'x')])),
        'claude',
      );
      assert.equal(
        await transcripts.recognise(await write('.codex/sessions/2026/01/01/rollout-1.jsonl', '')),
        'codex',
      );
      assert.equal(await transcripts.recognise(await write('b', [{ some: 'thing' }])), undefined);
    }));

  it('knows a first record that is longer than what is read of most files', () =>
    withMachine(async ({ write, folder }) => {
      const long = 'x'.repeat(200_000);
      const head = { isSidechain: false, summary: long };
      assert.equal(
        await transcripts.recognise(await write('a.jsonl', [{ ...head, ...claude(folder, 'x') }])),
        'claude',
      );
      assert.equal(
        await transcripts.recognise(await write('b.jsonl', [{ of: long }, ...codex(folder, 'x')])),
        'codex',
      );
    }));

  it('knows lines that hold only a type and a message', () =>
    withMachine(async ({ write }) => {
      const path = await write('s.jsonl', [
        { type: 'user', message: { role: 'user', content: 'Hello' } },
        { type: 'assistant', message: { content: [{ type: 'text', text: 'Hi' }] } },
      ]);
      assert.equal(await transcripts.recognise(path), 'claude');
      assert.deepEqual(said(await readTranscript(path)), ['user: Hello', 'assistant: Hi']);
    }));

  it('refuses what is no transcript, and what is not there', () =>
    withMachine(async ({ write, places }) => {
      const other = await write('package.json', '{"name":"x"}');
      await assert.rejects(readTranscript(other), {
        code: 'invalid_argument',
        message: /not a transcript of a known agent/,
      });
      await assert.rejects(readTranscript(join(places.home, 'missing.jsonl')), {
        code: 'storage',
        message: /ENOENT/,
      });
      const folder = { code: 'invalid_argument', message: /is a folder/ };
      await assert.rejects(transcripts.agentOf(places.home), folder);
      await assert.rejects(readTranscript({ agent: 'gemini', path: places.home }), folder);
    }));
});

describe('reading transcripts', () => {
  it('takes the title and the subagents that lie beside a transcript of Claude Code', () =>
    withMachine(async ({ write, folder, places }) => {
      const project = `.claude/projects/${claudeFolderName(folder)}`;
      const path = await write(`${project}/s1.jsonl`, [claude(folder, 'prompt')]);
      const inner = { isSidechain: true, agentId: 'a1', uuid: 'i1', timestamp: iso(2) };
      await write(`${project}/s1/subagents/agent-a1.jsonl`, [claude(folder, 'look around', inner)]);
      const entries = [{ sessionId: 's1', summary: 'From the index' }];
      await write(`${project}/sessions-index.json`, JSON.stringify({ version: 1, entries }));
      const session = await readTranscript(path);
      assert.equal(session.title, 'From the index');
      assert.deepEqual(
        session.subagents?.map((subagent) => [subagent.agentId, ...said(subagent)]),
        [['a1', 'user: look around']],
      );
      const [info] = await listTranscripts(places, folder);
      assert.equal(info?.title, 'From the index');
    }));

  it('takes the subagents that older versions wrote beside a transcript of Claude Code', () =>
    withMachine(async ({ write, folder, places }) => {
      const project = `.claude/projects/${claudeFolderName(folder)}`;
      const path = await write(`${project}/s1.jsonl`, [claude(folder, 'prompt')]);
      const inner = (sessionId: string) => ({ isSidechain: true, sessionId, uuid: 'i1', timestamp: iso(2) });
      await write(`${project}/agent-b1.jsonl`, [claude(folder, 'look around', inner('s1'))]);
      await write(`${project}/agent-b2.jsonl`, [claude(folder, 'of another session', inner('s2'))]);
      await write(`${project}/agent-b3.jsonl`, '');
      const { subagents = [] } = await readTranscript(path);
      assert.deepEqual(
        subagents.map((subagent) => [subagent.agentId, ...said(subagent)]),
        [['b1', 'user: look around']],
      );
      assert.equal((await listTranscripts(places, folder)).length, 1);
    }));
});
