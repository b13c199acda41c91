import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { claudeFolderName } from '../../../src/store/transcripts/claudePlace.ts';
import { listTranscripts } from '../../../src/store/transcripts/discover.ts';
import { fileChunks } from '../../../src/store/transcripts/fileChunks.ts';
import { agentOf, readTranscript } from '../../../src/store/transcripts/readers.ts';
import { recognise } from '../../../src/store/transcripts/recognise.ts';
import { streams } from '../../../src/store/transcripts/streams.ts';
import { claude, iso, withMachine, writeAll } from './machine.ts';
import { said } from './reading.ts';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('recognising transcripts', () => {
  it('knows the agent by content, wherever the file lies', () =>
    withMachine(async (machine) => {
      const paths = await writeAll(machine, machine.folder, 'mine');
      const agents = ['claude', 'codex', 'gemini', 'vscode', 'copilot', 'copilot-cli', 'cline'];
      for (const [n, path] of paths.entries()) {
        assert.equal(await recognise(path), agents[n]);
        const copy = await machine.write(`copies/${n}.jsonl`, await fs.readFile(path, 'utf8'));
        assert.equal(await recognise(copy), agents[n]);
        assert.match((await readTranscript(copy)).title ?? '', /^. mine$/);
      }
    }));

  it('looks past damaged and unknown records, and falls back to the place', () =>
    withMachine(async ({ write, folder }) => {
      assert.equal(
        await recognise(await write('a', ['garbage', { some: 'thing' }, claude(folder, 'x')])),
        'claude',
      );
      assert.equal(await recognise(await write('.codex/sessions/2026/01/01/rollout-1.jsonl', '')), 'codex');
    }));

  it('refuses what is no transcript, and what is not there', () =>
    withMachine(async ({ write, places }) => {
      const other = await write('package.json', '{"name":"x"}');
      await assert.rejects(readTranscript(other), {
        code: 'invalid_argument',
        message: /no transcript of a known agent/,
      });
      await assert.rejects(readTranscript(join(places.home, 'missing.jsonl')), {
        code: 'storage',
        message: /ENOENT/,
      });
      await assert.rejects(agentOf(places.home), { code: 'storage' });
      await assert.rejects(readTranscript({ agent: 'gemini', path: places.home }), { code: 'storage' });
    }));
});

describe('reading transcripts', () => {
  it('gives the same piece by piece', () =>
    withMachine(async (machine) => {
      await writeAll(machine, machine.folder, 'mine');
      const list = await listTranscripts(machine.places, machine.folder);
      assert.equal(list.length, 7);
      for (const info of list) {
        const { messages, subagents = [], ...header } = await readTranscript(info);
        const { mtimeMs } = await fs.stat(info.path);
        const stream = await streams[info.agent](() => fileChunks(info.path), {
          path: info.path,
          mtimeMs,
        });
        assert.deepEqual(stream.header, header);
        assert.deepEqual(await all(stream.messages()), messages);
        assert.deepEqual(await all(stream.subagents()), subagents);
      }
    }));

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
});
