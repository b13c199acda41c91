import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { conversationKey, parseNote, writeNote } from '../../../../src/insight/changes/gitAiNotes.ts';
import { withSessions } from '../withSessions.ts';
import { writeSession } from './agentForms.ts';

const [one, other] = ['0b3e0001-7d51-4b0e-9d3e-0d6a2f3c4b5a', '0b3e0002-7d51-4b0e-9d3e-0d6a2f3c4b5a'];

describe('notes of git-ai', () => {
  it('are read in both of their forms, and as they are written', () => {
    const key = conversationKey('cursor', 'talk');
    const text = [
      ...['src/a.ts', `  ${key}::t_9f8e7d6c5b4a32 1-2,5`, '  h_a1b2c3d4e5f678 3', '"my file.md"'],
      ...['  c9883b05a2487d6d 4', '---'],
      JSON.stringify({
        schema_version: 'authorship/3.0.0',
        prompts: { c9883b05a2487d6d: { agent_id: { tool: 'claude', id: 'older' } } },
        sessions: { [key]: { agent_id: { tool: 'cursor', id: 'talk' } }, bad: { agent_id: 7 } },
      }),
    ].join('\n');
    const note = parseNote(text);
    assert.ok(note);
    assert.deepEqual(note.files.get('src/a.ts'), [
      {
        key,
        lines: [
          [1, 2],
          [5, 5],
        ],
      },
      { key: 'h_a1b2c3d4e5f678', lines: [[3, 3]] },
    ]);
    assert.equal(note.files.get('my file.md')?.[0]?.lines[0]?.[0], 4);
    assert.deepEqual(note.conversations.get(key), { tool: 'cursor', id: 'talk' });
    const again = parseNote(writeNote(note, 'abc'));
    assert.deepEqual(again?.files, note.files);
    for (const strange of ['', 'a note', 'a\n---\n{}', 'a\n---\n{"schema_version":"authorship/9"}'])
      assert.equal(parseNote(strange), undefined);
  });

  it('lead a line to its conversation, before what transcripts tell, and a line of a person to none', () =>
    withSessions(async (fixture) => {
      const { folder } = fixture;
      const git = (...args: readonly string[]): string =>
        execFileSync('git', ['-c', 'user.name=P', '-c', 'user.email=p@example.com', ...args], {
          cwd: folder,
          encoding: 'utf8',
        });
      const text = 'made by a shell\ntyped by a person\nwritten by an edit\n';
      const told = async (path: string): Promise<string> => {
        const now = await fs.readFile(join(folder, path), 'utf8');
        const { lines } = await fixture
          .open()
          .changes.lines(fixture.workspace, path, now, { waitMs: 60_000 });
        return lines.map((each) => each?.session.slice(7, 8) ?? '-').join('');
      };
      const session = (id: string, path: string, after: string) =>
        writeSession(fixture, {
          id,
          agent: 'claude',
          at: Date.UTC(2026, 1, 1),
          cwd: folder,
          steps: [
            { do: 'ask', text: 'Make it' },
            { do: 'create', path, after },
          ],
        });
      await session(one, 'a.txt', text);
      await session(other, 'b.txt', 'another file\n');
      git('init', '-q');
      await fs.writeFile(join(folder, 'a.txt'), text);
      git('add', 'a.txt');
      git('commit', '-qm', 'Work');
      assert.equal(await told('a.txt'), '111-');
      const note = [
        ...[
          'a.txt',
          `  ${conversationKey('claude', other)}::t_00000000000000 1`,
          '  h_a1b2c3d4e5f678 2',
          '---',
        ],
        JSON.stringify({ schema_version: 'authorship/3.0.0', sessions: {} }),
      ].join('\n');
      git('notes', '--ref=refs/notes/ai', 'add', '-m', note, 'HEAD');
      assert.equal(await told('a.txt'), '2-1-');
      git('mv', 'a.txt', 'c.txt');
      git('commit', '-qm', 'Rename');
      await fs.writeFile(join(folder, 'c.txt'), `new above\n\t${text}`);
      git('commit', '-qam', 'Indent');
      await fs.writeFile(join(folder, 'c.txt'), `newer\nnew above\n\t${text}`);
      git('pack-refs', '--all');
      assert.match(await told('c.txt'), /^--2-/);
      await fs.writeFile(join(folder, 'b.txt'), 'another file\nby a person\n');
      git('add', 'b.txt');
      git('commit', '-qm', 'More');
      const { changes } = fixture.open();
      const notes = await changes.notes(fixture.workspace, [join(folder, 'b.txt'), join(folder, 'c.txt')]);
      assert.deepEqual(
        notes.map(({ lines, text: written }) => [lines, written.split('---')[0]]),
        [[1, `b.txt\n  ${conversationKey('claude', other)} 1\n`]],
      );
      const traces = await changes.traces(fixture.workspace, [join(folder, 'b.txt')]);
      const again = await changes.traces(fixture.workspace, [join(folder, 'b.txt')]);
      assert.match(traces[0]?.id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(traces[0]?.id, again[0]?.id);
      assert.deepEqual(
        traces.map(({ version, vcs, files }) => ({ version, vcs, files })),
        [
          {
            version: '0.1.0',
            vcs: { type: 'git', revision: git('rev-parse', 'HEAD').trim() },
            files: [
              {
                path: 'b.txt',
                conversations: [
                  {
                    url: `history://sessions/${other}`,
                    contributor: { type: 'ai' },
                    ranges: [{ start_line: 1, end_line: 1 }],
                  },
                ],
              },
            ],
          },
        ],
      );
    }));
});
