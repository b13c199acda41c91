import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { isoTime } from '../../../../src/disk/base/core.ts';
import { minute, recoverAll, recoveredTexts, start, withHome } from './lostHome.ts';

const gone = '33333333-1111-4111-8111-111111111111';
const there = '44444444-2222-4222-8222-222222222222';
const other = '55555555-2222-4222-8222-222222222222';

const logged = (sessionId: string, n: number, message: string) => ({
  sessionId,
  messageId: n,
  type: 'user',
  message,
  timestamp: isoTime(start + n * minute),
});

const said = (role: string, text: string) => ({ role, parts: [{ text }] });

describe('lost sessions of Gemini CLI and Qwen Code', () => {
  it('come back from the log of prompts, those with a transcript not', () =>
    withHome(async (fixture) => {
      const { root, write } = fixture;
      write('.gemini/tmp/shop/.project_root', `${root}\n`);
      write('.gemini/tmp/other/.project_root', '/elsewhere\n');
      write('.gemini/tmp/other/logs.json', [logged(other, 0, 'Of another project')]);
      write('.gemini/tmp/shop/chats/session-2026-01-05T09-00-44444444.json', { sessionId: there });
      write('.gemini/tmp/shop/logs.json', [
        logged(gone, 1, 'Second'),
        logged(gone, 0, 'First'),
        logged(there, 0, 'It is there'),
        { ...logged(gone, 2, 'odd'), timestamp: 7 },
        'garbage',
        logged('../up', 0, 'hostile'),
        logged(gone, 3, '/quit'),
      ]);
      const qwen = createHash('sha256').update(root).digest('hex');
      write(`.qwen/tmp/${qwen}/logs.json`, [logged(other, 0, 'To Qwen')]);
      write('.qwen/tmp/0000/logs.json', [logged(other, 0, 'To Qwen elsewhere')]);
      const recovered = await recoverAll(fixture);
      assert.deepEqual(recovered.map(({ agent, title }) => `${agent}: ${title}`).sort(), [
        'gemini: First',
        'qwen: To Qwen',
      ]);
      assert.deepEqual(await recoveredTexts(fixture, gone), [
        ['user', 'First', isoTime(start)],
        ['user', 'Second', isoTime(start + minute)],
        ['user', '/quit', isoTime(start + 3 * minute)],
      ]);
      assert.deepEqual(await recoverAll(fixture), []);
    }));

  it('come back with the answers of a conversation that was saved, each prompt once', () =>
    withHome(async (fixture) => {
      const { root, write } = fixture;
      write('.gemini/tmp/shop/.project_root', root);
      write('.gemini/tmp/shop/logs.json', [
        logged(gone, 0, 'First'),
        logged(gone, 1, 'again'),
        logged(gone, 2, 'again'),
        logged(gone, 3, 'After it was saved'),
      ]);
      const history = [
        { role: 'user', parts: [{ text: '<session_context>\nToday is …' }, { text: 'First' }] },
        said('model', 'One'),
        said('user', 'again'),
        said('model', 'Two'),
        said('user', 'again'),
        said('model', 'Two'),
      ];
      write('.gemini/tmp/shop/checkpoint-pots.json', { history });
      write('.gemini/tmp/shop/checkpoint-alone.json', [said('user', 'Saved only'), said('model', 'Yes')]);
      const recovered = await recoverAll(fixture);
      assert.deepEqual(recovered.map(({ title, answers }) => [title, answers]).sort(), [
        ['First', undefined],
        ['alone', undefined],
      ]);
      assert.deepEqual(await recoveredTexts(fixture, gone), [
        ['user', 'First', isoTime(start)],
        ['assistant', 'One', isoTime(start)],
        ['user', 'again', isoTime(start + minute)],
        ['assistant', 'Two', isoTime(start + minute)],
        ['user', 'again', isoTime(start + 2 * minute)],
        ['assistant', 'Two', isoTime(start + 2 * minute)],
        ['user', 'After it was saved', isoTime(start + 3 * minute)],
      ]);
      assert.deepEqual(await recoverAll(fixture), []);
    }));
});
