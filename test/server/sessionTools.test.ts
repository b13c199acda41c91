import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../src/disk/base/core.ts';
import { estimatedTokens } from '../../src/disk/text/textLength.ts';
import { eventually } from '../eventually.ts';
import { assertAnthropic, assertGemini, assertOpenai } from '../unit/store/apiShapes.ts';
import { codexId } from '../unit/store/codexLines.ts';
import type { Line } from '../unit/store/transcriptOf.ts';
import { claudeId, codex, withAgents, type Fixture } from './withAgents.ts';

const lines: Line[] = [
  { id: 'u1', text: 'Fix the login' },
  { id: 'a1', text: 'Fixed', by: 'assistant', tool: 'done' },
];

/** Writes a session of Gemini CLI that ran in a folder. */
function gemini(home: string, cwd: string): void {
  const time = '2026-02-05T08:00:00.000Z';
  const records = [
    { sessionId: 'gemini-1', projectHash: 'ab', startTime: time, lastUpdated: time },
    { id: '1', timestamp: time, type: 'user', content: [{ text: 'Draw the chart' }] },
    { id: '2', timestamp: time, type: 'gemini', content: 'Drawn' },
  ];
  const file = join(home, '.gemini/tmp/app/chats/session-2026-02-05T08-00-gemini-1.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(join(home, '.gemini/tmp/app/.project_root'), cwd);
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** A session of each agent, and one of our own. */
const withSessions = (run: (fixture: Fixture) => Promise<void>) =>
  withAgents(async (fixture) => {
    const { root, env, claude, ok } = fixture;
    claude(claudeId, lines);
    codex(String(env.HOME), root);
    gemini(String(env.HOME), root);
    await ok('session_record', {
      sessionId: 'mine',
      messages: [
        { type: 'user', content: 'Count the words' },
        {
          type: 'gemini',
          content: 'Counting',
          toolCalls: [{ id: 'c1', name: 'wc', args: { file: 'a' }, result: '7', status: 'success' }],
        },
        { type: 'info', content: 'A notice' },
      ],
    });
    await run(fixture);
  });

const sessions = [
  ['mine', 'Count the words', 'Counting', '7'],
  [claudeId, 'Fix the login', 'Fixed', 'a.txt\n> b.txt'],
  [codexId, 'Round the invoice', 'Rounded once', 'invoice.ts'],
  ['gemini-1', 'Draw the chart', 'Drawn', ''],
] as const;

/** Adds a session of Claude Code that a program ran. */
function automated({ claude }: Pick<Fixture, 'claude'>): void {
  const path = claude('run-1', [{ id: 'r1', text: 'Nightly check' }]);
  const text = readFileSync(path, 'utf8').replaceAll('"version":', '"entrypoint":"sdk-cli","version":');
  writeFileSync(path, text);
}

describe('session_list', () => {
  it('marks sessions that a program ran, and lists only those or none of them', () =>
    withSessions(async (fixture) => {
      const { ok } = fixture;
      automated(fixture);
      const listed = async (args: Record<string, unknown>) => {
        const { sessions: rows } = (await ok('session_list', args)) as unknown as {
          sessions: { id: string; automated?: true }[];
        };
        return rows.map(({ id, automated: mark }) => (mark ? `${id} by a program` : id)).sort();
      };
      const others = sessions.map(([id]) => id as string);
      assert.deepEqual(await listed({}), [...others, 'run-1 by a program'].sort());
      assert.deepEqual(await listed({ automated: false }), others.sort());
      assert.deepEqual(await listed({ automated: true }), ['run-1 by a program']);
    }));

  it('says which places of agents could not be read', () =>
    withSessions(async ({ ok, env }) => {
      assert.equal((await ok('session_list')).unread, undefined);
      const goose = join(String(env.HOME), '.local/share/goose');
      mkdirSync(dirname(goose), { recursive: true });
      writeFileSync(goose, 'no folder');
      const { total, unread } = await ok('session_list');
      assert.deepEqual(
        [total, unread],
        [4, [`Goose: ${goose} is not the file or folder that should be there.`]],
      );
    }));

  it('lists sessions of all agents, newest first', () =>
    withSessions(async ({ ok }) => {
      const { success, total, sessions: listed } = await ok('session_list');
      const rows = (
        listed as { number: number; id: string; source: string; title: string; updated: string }[]
      ).map(({ number, id, source, title, updated }) => [number, id, source, title, updated]);
      assert.deepEqual([success, total], [true, 4]);
      assert.deepEqual(rows[0]?.slice(0, 4), [1, 'mine', 'history', 'Count the words']);
      assert.deepEqual(rows.slice(1), [
        [2, claudeId, 'claude', 'Login', '2026-02-05T12:00:02.000Z'],
        [3, 'gemini-1', 'gemini', 'Draw the chart', '2026-02-05T08:00:00.000Z'],
        [4, codexId, 'codex', 'Round the invoice', '2026-01-15T09:30:05.000Z'],
      ]);
      const narrowed = await ok('session_list', { source: 'codex', query: 'invoice', limit: 5 });
      assert.deepEqual([narrowed.total, (narrowed.sessions as { number: number }[])[0]?.number], [1, 4]);
    }));

  it('lists the sessions that contain a query when no title, tag or note matches', () =>
    withSessions(async ({ ok }) => {
      const found = await eventually('the session is found', async () => {
        const reply = await ok('session_list', { query: 'when was it rounded once?' });
        return reply.pending === undefined && reply;
      });
      assert.equal(found.foundBy, 'what was said, best first');
      const [first] = found.sessions as { id: string; number: number; title: string }[];
      assert.deepEqual([first?.id, first?.number, first?.title], [codexId, 4, 'Round the invoice']);
      assert.equal(found.cursor, undefined);
      const other = await ok('session_list', { query: 'rounded once', source: 'gemini' });
      assert.deepEqual([other.total, other.foundBy], [0, undefined]);
      const none = await ok('session_list', { query: 'quokka' });
      assert.deepEqual([none.total, none.sessions], [0, []]);
    }));

  it('names the available sources', () =>
    withSessions(async ({ refused }) => {
      assert.match(
        await refused('session_list', { source: 'emacs' }),
        /^source takes history, claude, codex, .*, but got "emacs"\.$/,
      );
    }));
});

describe('history_brief', () => {
  it('contains the requests of the last session and decisions, within a budget', () =>
    withAgents(async ({ call, ok, refused, claude }) => {
      assert.deepEqual((await call('history_brief')).texts, ['(empty)']);
      claude(claudeId, [
        { id: 'u1', text: 'Why does the login fail?' },
        { id: 'a1', by: 'assistant', text: 'The cookie expired.' },
      ]);
      await ok('history_save', { dialog: 'd', entry: { role: 'user', text: 'x' } });
      await ok('history_set_summary', { dialog: 'd', summary: { decisions: ['Cookies last a day'] } });
      const { text } = await call('history_brief', { maxTokens: 300 });
      assert.match(text, /Why does the login fail\? \(s1\/1\)[^]*Cookies last a day \(d2\/@summary\)/);
      assert.match(await refused('history_brief', { maxTokens: 100 }), /maxTokens/);
      assert.match(await refused('history_brief', { purpose: 'x' }), /afterCompaction/);
    }));
});

describe('session_resume', () => {
  it('returns environment and history of any agent’s session as text', () =>
    withSessions(async ({ call, root }) => {
      for (const [id, asked, answered, result] of sessions) {
        const { text, isError } = await call('session_resume', { id });
        assert.equal(isError, false, text);
        assert.match(
          text,
          /^This chat continues the session ".*" \(\w+, \S+, last active .*\)\.\n\n### User/,
        );
        const end = text.indexOf('<session_context>');
        assert.match(text.slice(end), /^<session_context>\n.*\nToday's date is /);
        assert.ok(text.slice(end).includes(`  - ${root}\n- **Directory Structure:**`));
        const history = text.slice(text.indexOf('### User'), end);
        assert.ok(history.startsWith(`### User\n${asked}\n\n### Assistant\n${answered}`), history);
        assert.ok(history.includes(result));
        assert.doesNotMatch(history, /A notice/);
      }
    }));

  it('returns the shapes of three APIs', () =>
    withSessions(async ({ call }) => {
      const shapes = { anthropic: assertAnthropic, openai: assertOpenai, gemini: assertGemini };
      for (const [id] of sessions)
        for (const [format, check] of Object.entries(shapes))
          check(JSON.parse((await call('session_resume', { id, format })).text) as JsonObject[]);
    }));

  it('respects the budget and reports what was left out', () =>
    withSessions(async ({ call, claude }) => {
      const long = Array.from({ length: 100 }, (_, n): Line => {
        const text = `${n} `.padEnd(2_000, 'x');
        return { id: `m${n}`, text, by: n % 2 === 0 ? 'user' : 'assistant' };
      });
      const path = claude('long-session', long);
      for (const maxTokens of [2_000, 10_000]) {
        const { text } = await call('session_resume', { id: 'long', maxTokens });
        assert.ok(estimatedTokens(text) <= maxTokens);
        const [, left] =
          /\[To stay within \d+ tokens, (\d+) older turns were left out.* The whole is in (.*)\.\]/.exec(
            text,
          ) ?? [];
        assert.ok(text.includes(path));
        assert.equal(text.match(/^### (User|Assistant)$/gm)?.length, 100 - Number(left));
        assert.match(text, /### Assistant\n99 x+\n\n<session_context>/);
      }
      assert.match(
        (await call('session_resume', { id: 'long', maxTokens: 10 })).text,
        /from 1000 to 1000000/,
      );
    }));

  it('fills 20,000 characters, which agents show of a reply, in any script', () =>
    withSessions(async ({ call, claude }) => {
      for (const [id, letter] of [
        ['latin', 'x'],
        ['han', '茶'],
      ] as const) {
        const said = Array.from({ length: 60 }, (_, n): Line => {
          const text = `${n} `.padEnd(1_000, letter);
          return { id: `m${n}`, text, by: n % 2 === 0 ? 'user' : 'assistant' };
        });
        claude(`${id}-session`, said);
        for (const format of ['text', 'anthropic']) {
          const { text } = await call('session_resume', { id, format });
          assert.ok(text.length <= 20_000 && text.length > 17_000, `${id} ${format}: ${text.length}`);
          assert.match(text, /To stay within 20000 characters, \d+ older turns/);
        }
      }
    }));

  it('pages through a long session, complete and in order', () =>
    withSessions(async ({ call, claude, refused }) => {
      const said = Array.from({ length: 120 }, (_, n): Line => {
        const text = `${n} `.padEnd(700, 'x');
        return { id: `m${n}`, text, by: n % 2 === 0 ? 'user' : 'assistant' };
      });
      claude('long-session', said);
      for (const format of ['text', 'anthropic', 'openai', 'gemini']) {
        const pages: number[][] = [];
        let args: Record<string, unknown> | undefined = { id: 'long', format };
        while (args) {
          const { text } = await call('session_resume', args);
          assert.ok(text.length <= 20_000, `${text.length} characters`);
          assert.equal(text.includes('<session_context>'), pages.length === 0);
          if (format !== 'text') JSON.parse(text);
          pages.unshift([...text.matchAll(/(?:\n|")(\d+) x{500,}/g)].map(([, n]) => Number(n)));
          const [, next] = /session_resume (\{.*?\})/.exec(text.replaceAll('\\"', '"')) ?? [];
          args = next === undefined ? undefined : (JSON.parse(next) as Record<string, unknown>);
        }
        assert.ok(pages.length > 4);
        assert.deepEqual(
          pages.flat(),
          said.map((_, n) => n),
        );
      }
      const { text } = await call('session_resume', { id: 'long' });
      const [, cursor] = /"cursor":"([\w-]+)"/.exec(text) ?? [];
      assert.match(
        await refused('session_resume', { id: claudeId, cursor }),
        /The cursor is of the session "long-session"/,
      );
      assert.match(await refused('session_resume', { cursor: 'x' }), /"x" is not a cursor of session_resume/);
    }));

  it('returns the full history with curated: false', () =>
    withAgents(async ({ ok, call }) => {
      const messages = [
        { type: 'user', content: 'Asked' },
        { type: 'error', content: 'Quota exceeded' },
        { type: 'user', content: '/help me' },
        { type: 'user', content: 'Asked again' },
        { type: 'gemini', content: '', thoughts: [{ subject: 'Blue', description: 'Hm' }] },
        { type: 'user', content: 'And now' },
      ];
      const { sessionId: id } = await ok('session_record', { messages });
      const said = async (curated: boolean) =>
        (await call('session_resume', { id, curated })).text.split('<session_context>')[0] ?? '';
      assert.match(
        await said(false),
        /### User\nAsked\n\n### Assistant\n\[error\] Quota exceeded\n\n### User\n\/help me\n\n### User\nAsked again\n\n### Assistant\n\[The answer was empty\.\]\n\n### User\nAnd now\n/,
      );
      assert.match(await said(true), /### User\nAsked\n\n### User\nAsked again\n\n### User\nAnd now\n/);
    }));

  it('reports an invalid id and lists the valid ones', () =>
    withSessions(async ({ call, refused }) => {
      assert.match(
        await refused('session_resume', { id: 'gone' }),
        /^Invalid session identifier "gone"\. Use session_list/,
      );
      const { json } = await call('session_resume', { id: '9' });
      assert.deepEqual(
        (json.available as { sessionId: string }[]).map(({ sessionId }) => sessionId),
        ['mine', claudeId, 'gemini-1', codexId],
      );
    }));

  it('reports that there are no sessions', () =>
    withAgents(async ({ refused, ok }) => {
      assert.equal(await refused('session_resume'), 'No previous sessions found for this project.');
      const { why, ...list } = await ok('session_list');
      assert.deepEqual(list, { success: true, sessions: [], total: 0 });
      assert.match(String(why), /^No agent has a session of .*project, nor has this history\.$/);
    }));

  it('says why there are none as asked', () =>
    withAgents(async ({ ok, claude }) => {
      claude(claudeId, [{ id: 'u1', text: 'Fix the login' }]);
      const { why } = await ok('session_list', { source: 'codex' });
      assert.match(String(why), /^None of 1 sessions is as asked/);
      const none = await ok('session_list', { query: 'nowhere' });
      assert.match(String(none.why), /^None of 1 sessions has these words/);
      assert.match(String((await ok('history_list_dialogs')).why), /^Nothing is saved in this project yet/);
      assert.match(String((await ok('chat_context_list')).why), /^No context was archived/);
      assert.deepEqual((await ok('retrieve_memory', { query: 'x' })).notes, ['There are no memories yet.']);
    }));
});

describe('session_start with folders', () => {
  it('includes only folders inside the project', () =>
    withAgents(async ({ call, root }) => {
      mkdirSync(join(root, 'packages/shop'), { recursive: true });
      writeFileSync(join(root, 'packages/shop/till.ts'), '');
      const shop = join(root, 'packages/shop');
      const { texts, isError } = await call('session_start', { directories: [shop] });
      assert.ok(!isError, texts.join());
      assert.match(texts[1] ?? '', /Workspace Directories:\*\*\n.*\n {2}- .*packages.shop\n/);
      const outside = await call('session_start', { directories: [dirname(root)] });
      assert.match(outside.text, /directories .* is outside the folders this server may use/);
      const relative = await call('session_start', { directories: ['packages'] });
      assert.match(relative.text, /directories takes the absolute path of each folder/);
      for (const { text } of [outside, relative]) assert.match(text, /"arguments":\["directories"\]/);
    }));
});

describe('session_record and session_start', () => {
  it('start a session and continue it', () =>
    withAgents(async ({ ok, call }) => {
      const first = await call('session_start');
      const { sessionId, success, resumed } = first.json;
      assert.deepEqual([success, resumed], [true, undefined]);
      assert.match(first.texts[1] ?? '', /^<session_context>/);
      const message = { type: 'user', content: 'a', id: '1' };
      const recorded = await ok('session_record', { sessionId, messages: [message] });
      assert.deepEqual(
        [recorded.recorded, recorded.sessionId, recorded.path],
        [1, sessionId, first.json.path],
      );
      const said = [message, { type: 'gemini', content: 'b' }];
      const silent = ['', [], [{ text: '' }]].map((content) => ({ type: 'gemini', content }));
      const some = await ok('session_record', { sessionId, messages: [...said, ...silent] });
      assert.deepEqual([some.recorded, some.skipped], [2, 3]);
      const again = await call('session_start', { resume: 'latest' });
      assert.deepEqual(again.json.resumed, { id: sessionId, source: 'history', title: 'a' });
      assert.deepEqual([again.json.sessionId, again.json.path], [sessionId, first.json.path]);
      assert.match(again.texts[1] ?? '', /### User\na\n\n### Assistant\nb\n\n<session_context>/);
      const other = await ok('session_record', { messages: [message] });
      assert.notEqual(other.sessionId, sessionId);
    }));

  it('continue an agent’s session in a copy', () =>
    withSessions(async ({ ok, call }) => {
      const { json } = await call('session_start', { resume: claudeId });
      await ok('session_record', {
        sessionId: json.sessionId,
        messages: [{ type: 'user', content: 'More' }],
      });
      const { text } = await call('session_resume', { id: String(json.sessionId) });
      assert.match(text, /### User\nFix the login[^]*### User\nMore\n\n<session_context>/);
    }));

  it('accept content in all shapes of the original: text, part or list', () =>
    withAgents(async ({ ok, call }) => {
      const messages = [
        { type: 'user', content: { text: 'One part' } },
        { type: 'gemini', content: ['A text', { text: ' and a part' }] },
      ];
      await ok('session_record', { messages });
      assert.match(
        (await call('session_resume')).text,
        /### User\nOne part\n\n### Assistant\nA text and a part\n\n<session_context>/,
      );
    }));

  it('refuse malformed messages', () =>
    withAgents(async ({ refused, ok }) => {
      assert.match(
        await refused('session_record', {
          messages: [{ type: 'user', content: 'a' }, { type: 'bot' }],
        }),
        /^messages\[1\]\.type takes one of user, assistant, gemini, info, error, warning, but got "bot"\.$/,
      );
      assert.match(await refused('session_record', { messages: ['a'] }), /messages\[0\] takes an object/);
      const messages = [{ type: 'user', content: 'a' }];
      assert.match(
        await refused('session_record', { sessionId: 'x'.repeat(201), messages }),
        /^sessionId has 201 characters; give one of at most 200/,
      );
      assert.equal((await ok('session_list')).total, 0);
    }));

  it('find a recording by its given id, ignoring blanks around it and other file contents', () =>
    withAgents(async ({ ok, call }) => {
      const messages = [{ type: 'user', content: 'Fix the login' }];
      const { path } = await ok('session_record', { sessionId: ' mine ', messages });
      appendFileSync(
        String(path),
        '{"$set":{"sessionId":5,"lastUpdated":[],"messages":"y"}}\n{"$set":null}\nnull\n',
      );
      assert.equal((await ok('session_record', { sessionId: 'mine ', messages })).path, path);
      assert.match((await call('session_resume', { id: ' mine' })).text, /### User\nFix the login/);
      assert.match((await call('session_resume', { id: 1 })).text, /### User\nFix the login/);
    }));
});
