import assert from 'node:assert/strict';
import { openStore } from '../../src/store/store.ts';
import type { Line } from '../unit/store/transcriptOf.ts';
import { claudeId, withAgents } from './withAgents.ts';
import { withServer } from './withServer.ts';

const lines: Line[] = [{ id: 'u1', text: 'Fix the login' }];
const session = { source: 'claude', sessionId: claudeId } as const;

describe('labels of dialogs', () => {
  it('are listed with the dialogs, hide archived ones, and filter by tag', () =>
    withServer(async ({ ok, root }) => {
      const { dialogs } = openStore(root); // the editor
      for (const name of ['one', 'two', 'three']) await dialogs.create(name);
      assert.deepEqual(Object.keys(await ok('history_list_dialogs')), ['dialogs']);
      await dialogs.setLabels('one', { tags: ['UI', 'bug'] });
      await dialogs.setLabels('two', { tags: ['ui'], archived: true });
      const listed = await ok('history_list_dialogs');
      assert.deepEqual([listed.dialogs].flat().sort(), ['one', 'three']);
      assert.deepEqual([listed.tags, listed.archived], [{ one: ['ui', 'bug'] }, 1]);
      const tagged = await ok('history_list_dialogs', { tag: 'Ui' });
      assert.deepEqual([tagged.dialogs].flat().sort(), ['one', 'two']);
      assert.equal(tagged.archived, undefined);
      assert.deepEqual((await ok('history_list_dialogs', { tag: 'archived' })).dialogs, ['two']);
      assert.deepEqual((await ok('history_list_dialogs', { tag: 'none' })).dialogs, []);
    }));

  it('are used to search messages by tag', () =>
    withServer(async ({ ok, call, root }) => {
      await ok('history_save', { dialog: 'one', entry: { role: 'user', text: 'the zebra runs' } });
      await ok('history_save', { dialog: 'two', entry: { role: 'user', text: 'the zebra sleeps' } });
      await openStore(root).dialogs.setLabels('one', { tags: ['animals'] });
      const { text } = await call('history_search', { query: 'zebra tag:animals' });
      assert.match(text, /runs/);
      assert.doesNotMatch(text, /sleeps/);
    }));
});

describe('labels of sessions', () => {
  it('are listed with the sessions, with the person’s title instead of the agent’s', () =>
    withAgents(async ({ ok, call, root, claude }) => {
      claude(claudeId, lines);
      const { sessions } = openStore(root);
      await sessions.setLabels([{ session, title: 'The login', tags: ['auth'], note: 'ask the zebra' }]);
      const reply = (await ok('session_list')) as { sessions: Record<string, unknown>[] };
      const [listed] = reply.sessions;
      assert.deepEqual([listed?.title, listed?.tags, listed?.note], ['The login', ['auth'], 'ask the zebra']);
      const found = (await call('history_search', { query: 'zebra' })).text;
      assert.match(found, /The login/);
      const [reference = ''] =
        /history:\/\/sessions\/\S+@note|history:\/\/sessions\/\S+%40note/.exec(found) ?? [];
      assert.match((await call('history_search', { query: reference })).text, /ask the zebra/);
      await sessions.setLabels([{ session, archived: true }]);
      assert.deepEqual((await ok('session_list')).sessions, []);
      assert.equal((await ok('session_list', { query: 'auth' })).total, 1);
      assert.match((await call('session_resume', { id: claudeId })).text, /Fix the login/);
    }));
});

describe('the summary of a session', () => {
  it('is listed in short form, and found by search with a reference that opens it', () =>
    withAgents(async ({ ok, call, root, claude, client }) => {
      claude(claudeId, lines);
      const { sessions } = openStore(root);
      await sessions.setSummary(session, {
        decisions: ['Paint the giraffe blue'],
        facts: Array.from({ length: 30 }, (_, n) => `fact number ${n} of many that were written down`),
      });
      const reply = (await ok('session_list')) as { sessions: Record<string, unknown>[] };
      const told = String(reply.sessions[0]?.summary);
      assert.match(told, /^Paint the giraffe blue · fact number 0 /);
      assert.ok(told.length <= 300, told);
      const found = (await call('history_search', { query: 'giraffe' })).text;
      const [reference = ''] = /history:\/\/sessions\/\S+?(?:@|%40)summary/.exec(found) ?? [];
      const [content] = (await client.readResource({ uri: reference })).contents;
      assert.match(content && 'text' in content ? content.text : '', /fact number 29/);
    }));
});
