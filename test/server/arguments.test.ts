import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { offers } from './allOffers.ts';
import { withServer } from './withServer.ts';

const dialog = 'main';
const save = 'history_save';
const since = 'history_get_messages_since';
const detail = 'history_get_dialog_detail';

/** Each wrong call with what its refusal must say. */
const wrong: readonly [what: string, tool: string, args: Record<string, unknown>, message: RegExp][] = [
  ['a missing dialog', 'history_clear', {}, /^dialog is missing: history_clear needs it/],
  [
    'a number as dialog',
    detail,
    { dialog: 5 },
    /^dialog takes text of at most 1000 characters, but got 5\.$/,
  ],
  [
    'null as dialog',
    'history_clear',
    { dialog: null },
    /^dialog takes text of at most 1000 characters, but got null/,
  ],
  [
    'neither entry nor entries',
    save,
    { dialog },
    /^entries is missing: history_save needs entries.*or entry/,
  ],
  [
    'a foreign role',
    save,
    { dialog, entry: { role: 'system', text: 'x' } },
    /^entry\.role takes "user" or "assistant", but got "system"\.$/,
  ],
  [
    'what is nested without end',
    save,
    {
      dialog,
      entry: {
        role: 'user',
        text: 'x',
        meta: JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) as object,
      },
    },
    /^The arguments are nested deeper than 500 levels\. Flatten them; nothing was changed\.$/,
  ],
  ['a missing text', save, { dialog, entries: [{ role: 'user' }] }, /^entries\[0\]\.text is missing/],
  [
    'a text that is none',
    save,
    { dialog, entries: [{ role: 'user', text: { a: 1 } }] },
    /^entries\[0\]\.text takes text, but got \{"a":1\}/,
  ],
  ['a ts before 1970', save, { dialog, entry: { role: 'user', text: 'x', ts: -1 } }, /ts/],
  ['a ts in the far future', save, { dialog, entry: { role: 'user', text: 'x', ts: 9e15 } }, /ts/],
  [
    'a text as meta',
    save,
    { dialog, entry: { role: 'user', text: 'x', meta: 'm' } },
    /^entry\.meta takes an object, such as \{agent, model\}, but got "m"/,
  ],
  [
    'entries as torn JSON text',
    save,
    { dialog, entries: '[{"role":"us' },
    /^entries takes a list.*send the value itself, not its JSON text/,
  ],
  [
    'a wrong entry in JSON text',
    save,
    { dialog, entries: '[{"role":"system","text":"x"}]' },
    /^entries\[0\]\.role takes "user" or "assistant", but got "system"\.$/,
  ],
  [
    'a misspelt field',
    save,
    { dialog, entry: { role: 'user', text: 'x', txt: 1 } },
    /^entry has no argument "txt" \(did you mean "text"\?\); it takes role, text, ts, id, meta\.$/,
  ],
  [
    'a misspelt argument',
    detail,
    { dialog, recent_turns: 3 },
    /^history_get_dialog_detail has no argument "recent_turns" \(did you mean "recentTurns"\?\)/,
  ],
  ['a foreign format', detail, { dialog, format: 'xml' }, /^format takes "flat" or "json", but got "xml"/],
  [
    'a quoted boolean',
    detail,
    { dialog, includeSummary: 'False' },
    /^includeSummary takes true or false, but got "False", a text/,
  ],
  [
    'half a turn',
    detail,
    { dialog, recentTurns: 1.5 },
    /^recentTurns takes a whole number of at least 0, but got 1\.5/,
  ],
  ['turns below zero', detail, { dialog, recentTurns: -1 }, /^recentTurns takes a whole number/],
  [
    'a number in words',
    since,
    { dialog, limit: 'fifty' },
    /^limit takes a whole number from 1 to 200, but got "fifty"\.$/,
  ],
  ['a limit of 0', since, { dialog, limit: 0 }, /^limit takes a whole number from 1 to 200, but got 0/],
  ['a limit of 201', since, { dialog, limit: 201 }, /^limit takes a whole number from 1 to 200, but got 201/],
  ['a made-up cursor', since, { dialog, cursor: 'garbage' }, /cursor/],
  [
    'a summary that is no JSON',
    'history_set_summary',
    { dialog, summary: 'we decided…' },
    /^summary takes JSON text.*not valid JSON/,
  ],
  [
    'a number as summary',
    'history_set_summary',
    { dialog, summary: 5 },
    /^summary takes text \(JSON\), but got 5/,
  ],
  [
    'a foreign mode',
    'history_set_summary',
    { dialog, summary: '{}', mode: 'append' },
    /^mode takes "merge" or "replace"/,
  ],
  ['a missing id', 'history_restore_backup', { dialog }, /^id is missing/],
  ['an id that leaves the folder', 'history_restore_backup', { dialog, id: '../../x' }, /\.\.\/\.\.\/x/],
  [
    'a number as projectRoot',
    'history_list_dialogs',
    { projectRoot: 5 },
    /^projectRoot takes text, but got 5/,
  ],
  [
    'a text that was to be kept',
    save,
    { dialog, entry: { role: 'user', text: 'x' }, comment: 'y' },
    /^history_save has no argument "comment"; it takes projectRoot, dialog, entry, entries, meta\.$/,
  ],
  [
    'a flag of a clearing that there is not',
    'history_clear',
    { dialog, preview: true },
    /^history_clear has no argument "preview"/,
  ],
];

describe('arguments', () => {
  it('may be null where they are optional', () =>
    withServer(async ({ ok, refused }) => {
      const entry = { role: 'user', text: 'x', ts: null, id: null, meta: { agent: null } };
      const saved = { ok: true, saved: 1 };
      assert.deepEqual(
        await ok(save, { projectRoot: null, dialog, entry, entries: null, meta: null }),
        saved,
      );
      assert.deepEqual(await ok(save, { dialog, entries: [entry] }), saved);
      const page = await ok(since, { dialog, sinceTs: null, cursor: null, limit: null });
      const [message] = page.messages as { ts: number; meta: unknown }[];
      assert.ok(Number.isFinite(message?.ts));
      assert.deepEqual(message?.meta, { agent: null });
      assert.match(
        await refused(save, { dialog, entry: { role: 'user', text: null } }),
        /^entry\.text takes/,
      );
    }));

  it('are ignored and reported when unknown and harmless', () =>
    withServer(async ({ call }) => {
      const entry = { role: 'user', text: 'x' };
      const harmless: readonly (readonly [tool: string, args: object, unknown: object])[] = [
        [save, { dialog, entry }, { urgent: true, attempt: 3, explanation: '', origin: null }],
        [detail, { dialog }, { reason: 'to go on', options: { a: 1 } }],
        ['history_list_dialogs', {}, { dialog }],
      ];
      for (const [tool, args, unknown] of harmless) {
        const { isError, texts } = await call(tool, { ...args, ...unknown });
        const names = Object.keys(unknown).map((name) => JSON.stringify(name));
        assert.deepEqual(
          [isError, texts.at(-1)],
          [false, `Ignored: ${tool} has no argument ${names.join(', ')}.`],
        );
      }
    }));

  it('may include what Gemini CLI adds to every call', () => {
    for (const tool of offers.tools) {
      const parsed = (): unknown => tool.parse({ wait_for_previous: true });
      try {
        parsed();
      } catch (error) {
        assert.doesNotMatch(String(error), /wait_for_previous/, tool.name); // others may be missing
      }
    }
  });

  it('are not closed to unknown ones in any schema', () => {
    for (const tool of offers.tools) assert.ok(!('additionalProperties' in tool.schema()), tool.name);
  });

  it('are refused with a correction when wrong, and nothing is written', () =>
    withServer(async ({ refused, root }) => {
      for (const [what, tool, args, message] of wrong) assert.match(await refused(tool, args), message, what);
      assert.deepEqual(readdirSync(root), []);
    }));

  it('are all named in one refusal and its detail', () =>
    withServer(async ({ call }) => {
      const { json, isError } = await call(since, { limit: '0', dialg: 'x' });
      assert.equal(isError, true);
      assert.deepEqual(json.detail, { code: 'invalid_argument', arguments: ['limit', 'dialg'] });
      assert.match(String(json.error), /limit takes.*did you mean "dialog"/s);
    }));

  it('are refused as a whole batch when one entry is wrong', () =>
    withServer(async ({ ok, refused }) => {
      const good = { role: 'user', text: 'good' };
      await refused(save, { dialog, entries: [good, { role: 'user', text: 'x', ts: -5 }] });
      assert.equal((await ok('history_stats', { dialog })).messages, 0);
    }));

  it('are shortened in the refusal when long', () =>
    withServer(async ({ refused }) => {
      const message = await refused(detail, { dialog, format: 'x'.repeat(1_000_000) });
      assert.ok(message.length < 300, message.slice(0, 400));
    }));

  it('may hold an empty batch, which creates nothing', () =>
    withServer(async ({ ok, root }) => {
      assert.deepEqual(await ok(save, { dialog, entries: [] }), { ok: true, saved: 0 });
      assert.deepEqual(readdirSync(root), []);
    }));

  it('may be missing altogether', () =>
    withServer(async ({ client }) => {
      const result = await client.callTool({ name: 'history_list_dialogs' });
      const why = 'Nothing is saved in this project yet; history_save makes a dialog.';
      assert.deepEqual(result.content, [{ type: 'text', text: JSON.stringify({ dialogs: [], why }) }]);
    }));
});
