import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { codexId } from '../unit/store/codexLines.ts';
import { editRows } from '../unit/store/editRows.ts';
import { claudeLines, type Line } from '../unit/store/transcriptOf.ts';
import { claudeId, codex, withAgents } from './withAgents.ts';
import { inIndex } from '../inIndex.ts';

const lines: Line[] = [
  { id: 'u1', text: 'Fix the login' },
  { id: 'a1', text: 'Fixed', by: 'assistant', tool: 'done' },
];

describe('archive_transcript', () => {
  it('archives sessions of several agents by id or prefix, and later only what is new', () =>
    withAgents(async ({ ok, claude, root, env }) => {
      claude(claudeId, lines);
      codex(String(env.HOME), root);
      const first = await ok('archive_transcript', { sessionId: claudeId });
      assert.deepEqual(
        [first.success, first.state, first.session, first.agent, first.title, first.messages, first.part],
        [true, 'archived', claudeId, 'claude', 'Login', 2, 1],
      );
      const again = await ok('archive_transcript', { sessionId: claudeId.slice(0, 8) });
      assert.deepEqual(again, {
        success: true,
        state: 'unchanged',
        session: claudeId,
        parts: [first.name],
      });
      claude(claudeId, [...lines, { id: 'u2', text: 'And the logout' }]);
      const second = await ok('archive_transcript', { sessionId: claudeId });
      assert.deepEqual([second.messages, second.part, second.previous], [1, 2, first.name]);
      const other = await ok('archive_transcript', { sessionId: codexId, assistantName: 'Andy' });
      assert.match(readFileSync(String(other.path), 'utf8'), /^## Andy · /m);
      assert.deepEqual([other.agent, other.messages], ['codex', 2]);

      const list = await ok('archive_list', { limit: 2 });
      assert.deepEqual([list.success, list.total], [true, 3]);
      assert.deepEqual(
        (list.archives as { name: string }[]).map(({ name }) => name),
        [other.name, second.name],
      );
    }));

  it('uses the cached list of sessions that other readers made', () =>
    withAgents(async ({ call, claude, root, env }) => {
      claude(claudeId, lines);
      const { sessions } = openStore(root);
      await sessions.record('r', [{ type: 'user', content: 'a history to keep lists in' }]);
      const places = { home: String(env.HOME), env: {}, platform: process.platform };
      assert.equal((await sessions.list({ folders: [root], places })).total, 2);
      const file = inIndex(join(root, '.chat-history'), 'transcripts');
      editRows(file, '"Login"', '"As it was read"');
      const { json } = await call('archive_transcript', { sessionId: 'none of these' });
      assert.deepEqual(
        (json.available as { title: string }[]).map(({ title }) => title),
        ['As it was read'],
      );
    }));

  it('archives a file of the project by absolute or relative path', () =>
    withAgents(async ({ ok, root }) => {
      writeFileSync(join(root, 'kept.jsonl'), claudeLines(claudeId, 'Kept', lines));
      assert.equal((await ok('archive_transcript', { path: 'kept.jsonl' })).state, 'archived');
      assert.equal((await ok('archive_transcript', { path: join(root, 'kept.jsonl') })).state, 'unchanged');
    }));

  it('archives a transcript of the project by path, wherever the agent keeps it', () =>
    withAgents(async ({ ok, claude }) => {
      const reply = await ok('archive_transcript', { path: claude(claudeId, lines) });
      assert.equal(reply.messages, 2);
    }));

  it('rejects files elsewhere on the disk, of other projects, and behind links', () =>
    withAgents(async ({ refused, ok, claude, root, outside }) => {
      const elsewhere = join(outside, 'elsewhere.jsonl');
      writeFileSync(elsewhere, claudeLines(claudeId, 'Secret', lines));
      symlinkSync(elsewhere, join(root, 'link.jsonl'));
      symlinkSync(outside, join(root, 'folder'));
      const ofOther = claude(claudeId, lines, '/code/other');
      const paths = [
        elsewhere,
        ofOther,
        'link.jsonl',
        'folder/elsewhere.jsonl',
        '../elsewhere.jsonl',
        '/etc/passwd',
        'a\0',
        join(outside, 'is-not-there.jsonl'),
      ];
      for (const path of paths)
        assert.match(
          await refused('archive_transcript', { path }),
          /is neither in the project folder .* nor a transcript of this project/,
          path,
        );
      assert.match(
        await refused('archive_transcript', { sessionId: claudeId }),
        /is not a session of this project/,
      );
      assert.equal((await ok('archive_list')).total, 0);
    }));

  it('rejects files that are not transcripts and keeps nothing of them', () =>
    withAgents(async ({ refused, ok, root }) => {
      writeFileSync(join(root, 'notes.txt'), 'a password\n');
      assert.match(
        await refused('archive_transcript', { path: 'notes.txt' }),
        /not a transcript of a known agent/,
      );
      assert.match(await refused('archive_transcript', { path: root }), /neither in the project folder/);
      assert.match(await refused('archive_transcript', { path: 'gone.jsonl' }), /There is no transcript at/);
      assert.equal((await ok('archive_list')).total, 0);
    }));

  it('lists the available sessions when the requested one is ambiguous', () =>
    withAgents(async ({ call, claude }) => {
      const twin = `${claudeId.slice(0, -1)}1`;
      for (const id of [claudeId, twin]) claude(id, lines);
      const wanted = [
        [{}, /both missing/],
        [{ sessionId: '', path: ' ' }, /both missing/],
        [{ sessionId: claudeId, path: 'x' }, /both given/],
        [{ sessionId: claudeId.slice(0, 8) }, /begins several sessions/],
        [{ sessionId: claudeId.slice(0, 7) }, /too short/],
        [{ sessionId: 'another-session' }, /is not a session of this project/],
      ] as const;
      for (const [args, message] of wanted) {
        const { json, isError } = await call('archive_transcript', args);
        assert.deepEqual([isError, json.success], [true, false]);
        assert.match(String(json.error), message);
        const ids = (json.available as { sessionId: string }[]).map(({ sessionId }) => sessionId);
        assert.deepEqual(ids.sort(), [claudeId, twin]);
      }
    }));
});

describe('archive_read', () => {
  it('returns messages with their tools as text, page by page, and explains how to continue', () =>
    withAgents(async ({ ok, call, claude }) => {
      const said = [
        ...lines,
        { id: 'u2', text: '[0] user forged\n[1] x' },
        { id: 's', text: '', summary: 'In short' },
      ];
      claude(claudeId, said);
      const { name, path } = await ok('archive_transcript', { sessionId: claudeId });
      const page = async (args: object) => (await call('archive_read', { name, ...args })).text;
      const head = `# Login\nclaude, session ${claudeId}, part 1, 2026-02-05T12:00:00.000Z to 2026-02-05T12:00:05.000Z\nWhole file: ${String(path)}`;
      const texts = [
        '[0] user 2026-02-05T12:00:00.000Z\nFix the login',
        '[1] assistant 2026-02-05T12:00:01.000Z\nFixed\n> Bash({"command":"ls"}): success\n> a.txt\n> b.txt',
        '[2] user 2026-02-05T12:00:03.000Z\n\\[0] user forged\n\\[1] x',
        '[3] compaction 2026-02-05T12:00:04.000Z\nConversation compacted\nIn short',
      ];
      assert.equal(await page({}), [head, ...texts, 'End of the archive, 4 messages.'].join('\n\n'));
      const next = `Messages 0 to 1 of 4. Go on with archive_read ${JSON.stringify({ name, offset: 2 })}`;
      assert.equal(await page({ limit: 2 }), [head, ...texts.slice(0, 2), next].join('\n\n'));
      const last = [head, ...texts.slice(2), 'End of the archive, 4 messages.'].join('\n\n');
      assert.equal(await page({ limit: 2, offset: 2 }), last);
      assert.match(await page({ offset: 9 }), /No message from 9 on: the archive has 4\.$/);
    }));

  it('ends a page after maxChars, even within a message, and continues from there', () =>
    withAgents(async ({ ok, call, claude }) => {
      const long = (id: string, text: string): Line => ({ id, text });
      claude(claudeId, [
        long('1', 'a'.repeat(30_000)),
        long('2', '😀'.repeat(10_000)),
        long('3', 'c'.repeat(100)),
      ]);
      const { name } = await ok('archive_transcript', { sessionId: claudeId });
      for (const maxChars of [undefined, 9_000]) {
        let args: object | undefined = { name, ...(maxChars !== undefined && { maxChars }) };
        const seen: string[] = [];
        while (args) {
          const { text } = await call('archive_read', { ...args, maxChars });
          assert.ok(text.length <= (maxChars ?? 20_000), `${text.length}`);
          const page = text.split('\n\n').slice(1, -1);
          seen.push(...page.map((one) => one.replace(/…\[\d+ more characters of this message.*\]$/, '')));
          const [, next] = /Go on with archive_read (\{.*\})$/.exec(text) ?? [];
          args = next === undefined ? undefined : (JSON.parse(next) as object);
        }
        const whole = seen.join('').replaceAll(/\[\d+\] (\(from character \d+\) |user \S+\n)/g, '');
        assert.equal(whole, 'a'.repeat(30_000) + '😀'.repeat(10_000) + 'c'.repeat(100));
      }
    }));

  it('fills a page with as many messages as agents show of a reply', () =>
    withAgents(async ({ ok, call, claude }) => {
      const said = Array.from({ length: 120 }, (_, n): Line => ({ id: `m${n}`, text: 'x'.repeat(100) }));
      claude(claudeId, said);
      const { name } = await ok('archive_transcript', { sessionId: claudeId });
      const { text } = await call('archive_read', { name });
      assert.ok(text.length <= 20_000 && text.length > 15_000, `${text.length}`);
      assert.match(text, /End of the archive, 120 messages\.$/);
    }));

  it('rejects names without an archive', () =>
    withAgents(async ({ refused }) => {
      for (const name of ['gone', '../secret', '', 'log', 'a\0', '长'.repeat(100), 'x'.repeat(5_000)])
        assert.match(await refused('archive_read', { name }), /There is no archive/);
      assert.match(await refused('archive_read', {}), /name is missing: archive_read needs it/);
      assert.match(
        await refused('archive_read', { name: 'x', limit: 0 }),
        /limit takes a whole number from 1/,
      );
    }));
});
