import assert from 'node:assert/strict';
import { compose } from '../../../src/insight/brief/compose.ts';
import { marked } from '../../../src/insight/brief/shorten.ts';
import { distinct, type Statement } from '../../../src/insight/brief/statements.ts';
import { tableWords } from '../../../src/insight/brief/tableWords.ts';
import { withSessions } from './withSessions.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { claude, iso } from './machine.ts';

const statement = (text: string, time: number, more: Partial<Statement> = {}): Statement => ({
  section: 'constraints',
  text,
  time,
  base: 'history://dialogs/shop',
  entry: String(time),
  minLength: 60,
  rank: 2,
  ...more,
});

describe('statements of a brief', () => {
  it('are told once where they say the same, the pinned or else the newest one', () => {
    const all = [
      statement('No triggers in the database.', 1),
      statement('No triggers in the database.', 3),
      statement('No triggers in the database.', 2, { base: 'history://dialogs/other' }),
      statement('Round once.', 4, { pinned: true }),
      statement('Round once.', 5),
      statement('Round once.', 6, { section: 'decisions' }),
    ];
    assert.deepEqual(
      distinct(all).map(({ time }) => time),
      [3, 4, 6],
    );
    const brief = compose(all, { purpose: 'start', maxTokens: 800, language: 'en' });
    assert.equal(brief.text.match(/No triggers/g)?.length, 1);
    assert.equal(brief.omitted, 0);
  });

  it('tell the newest request with 100 characters at the least, however many others there are', () =>
    withSessions(async ({ folder, write, open, workspace }) => {
      const sessionId = '550e8400-e29b-41d4-a716-446655440000';
      const newest = `Fix this interface in the video consultation ${'and its chat, '.repeat(8)}please`;
      const asked = [
        ...Array.from({ length: 80 }, (_, n) => `Change number ${n} of the many ${'parts of it '.repeat(9)}`),
        newest,
      ];
      const lines = asked.map((content, n) =>
        claude(folder, '', {
          sessionId,
          parentUuid: n === 0 ? null : `u${n - 1}`,
          uuid: `u${n}`,
          timestamp: iso(60 * n),
          message: { role: 'user', content },
        }),
      );
      await write(`.claude/projects/${claudeFolderName(folder)}/${sessionId}.jsonl`, lines);
      const made = await open({ language: 'en' }).brief.make(workspace, {
        purpose: 'afterCompaction',
        maxTokens: 800,
      });
      const last = made.items.findLast(({ section }) => section === 'requests');
      assert.ok(made.tokens <= 800);
      assert.ok(newest.startsWith(last?.text.replace(/…$/, '') ?? '-'), last?.text);
      assert.ok((last?.text.length ?? 0) >= 100, last?.text);
    }));

  it('say tables in words', () => {
    const table = '| step | time |\n|---|---:|\n| build | 3 s |\n| test |  |\n';
    assert.equal(
      tableWords(`Times:\n\n${table}\nSlow.`),
      'Times:\n\nstep: build, time: 3 s; step: test\n\nSlow.',
    );
    assert.equal(tableWords('a | b\nno | table'), 'a | b\nno | table');
    assert.equal(tableWords('| a |\n|---|\n| x \\| y |'), 'a: x \\| y');
  });

  it('are marked where words were cut without a mark', () => {
    const whole = 'Tax is rounded once.';
    assert.equal(marked({ text: 'Tax is rounded', whole }), 'Tax is rounded…');
    for (const text of [whole, 'Tax is rounded once', 'Tax is…', 'Round tax'])
      assert.equal(marked({ text, whole }), text);
  });
});
