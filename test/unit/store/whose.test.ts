import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { writeSessionHome } from '../../bench/sessionHome.ts';
import { claude, codex, withMachine } from './machine.ts';
import { jsonLines } from './reading.ts';

/** Agents whose sessions lie in the project, in plain text. */
const inProjects = new Set(['aider', 'specstory']);
const unknown = { type: 'of-tomorrow', link: 1 };

describe('whose a session is', () => {
  it('is decided by the place where an agent keeps it, whatever it holds', () =>
    withMachine(async ({ places, folder }) => {
      const made = writeSessionHome(places.home, folder, { count: 24, now: Date.now(), agents: 'all' });
      const files = made.filter(({ agent, path }) => !path.includes('#') && !inProjects.has(agent));
      assert.ok(files.length > 14);
      const linked = join(places.home, '..', 'linked home');
      await fs.symlink(places.home, linked);
      const contents = [
        '',
        jsonLines(Array.from({ length: 60 }, () => unknown)),
        jsonLines([unknown, claude(folder, 'x')]),
        jsonLines(codex(folder, 'x')),
      ];
      for (const { agent, path } of files)
        for (const content of contents) {
          await fs.writeFile(path, content);
          assert.equal(await transcripts.agentOf(path, places), agent, path);
          const throughLink = path.replace(places.home, linked);
          assert.equal(await transcripts.agentOf(throughLink, places), agent, throughLink);
          assert.equal(await transcripts.agentOf(path, { ...places, home: linked }), agent, path);
        }
    }));

  it('is decided by its place in a home that a variable moved', () =>
    withMachine(async ({ places, folder, write }) => {
      const moved = join(places.home, 'moved');
      const env = { CLAUDE_CONFIG_DIR: join(moved, 'c'), OPENCLAUDE_CONFIG_DIR: join(moved, 'o') };
      for (const [name, agent] of [
        ['c', 'claude'],
        ['o', 'openclaude'],
      ]) {
        const file = `moved/${name}/projects/${claudeFolderName(folder)}/s1.jsonl`;
        const path = await write(file, [unknown]);
        assert.equal(await transcripts.agentOf(path, { ...places, env }), agent);
      }
    }, {}));

  it('is decided elsewhere by the first record that an agent knows, however late', () =>
    withMachine(async ({ places, folder, write }) => {
      const many = Array.from({ length: 3_000 }, () => unknown);
      const path = await write('copies/a.jsonl', [...many, claude(folder, 'x')]);
      assert.equal(await transcripts.agentOf(path, places), 'claude');
      const others = await write('projects/shop/orders.jsonl', many);
      await assert.rejects(transcripts.agentOf(others, places), /not a transcript of a known agent/);
    }));

  it('is sought in the beginning of a file, not in all of it', () =>
    withMachine(async ({ places, folder, write }) => {
      const long = Array.from({ length: 9 }, () => ({ ...unknown, text: 'x'.repeat(1024 * 1024) }));
      const path = await write('copies/a.jsonl', [...long, claude(folder, 'x')]);
      await assert.rejects(transcripts.agentOf(path, places), /not a transcript of a known agent/);
    }));

  it('is nobody’s for other files beside sessions', () =>
    withMachine(async ({ places, folder, write }) => {
      const beside = `.claude/projects/${claudeFolderName(folder)}`;
      for (const name of ['sessions-index.json', 'memory/MEMORY.md']) {
        const path = await write(`${beside}/${name}`, '{"version":1}');
        await assert.rejects(transcripts.agentOf(path, places), /not a transcript of a known agent/);
      }
    }));
});
