import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { elsewhereOf } from '../../src/disk/files/projectHistory.ts';
import { eventually } from '../eventually.ts';
import { inIndex } from '../inIndex.ts';
import { claudeId, withAgents } from './withAgents.ts';

describe('what a server reads of sessions', () => {
  it('is kept in the machine’s folder where there is no history, and in the history that is made later', () =>
    withAgents(async ({ root, folder, env, claude, call, ok }) => {
      const machine = { home: env.HOME ?? '', env, platform: process.platform };
      const elsewhere = elsewhereOf(root, machine);
      const texts = (history: string): number =>
        existsSync(inIndex(history, 'sessions')) ? readdirSync(inIndex(history, 'sessions')).length : 0;
      claude(claudeId, [{ id: 'u', text: 'Where is the quokka?' }]);
      const find = async (word: string) => (await call('history_search', { query: word })).text;
      await eventually('it is found', async () => (await find('quokka')).startsWith('1 found'));
      assert.ok(!existsSync(folder));
      assert.equal(texts(elsewhere), 1);

      await ok('history_save', { entries: [{ role: 'user', text: 'A wombat, too.' }] });
      await eventually('both are found', async () => (await find('wombat')).includes('found'));
      claude('550e8400-e29b-41d4-a716-446655440001', [{ id: 'v', text: 'And the numbat?' }]);
      await eventually('the new one is found', async () => (await find('numbat')).startsWith('1 found'));
      assert.deepEqual([texts(folder), texts(elsewhere)], [2, 0]);
      assert.ok(!existsSync(inIndex(elsewhere, 'search')) && existsSync(join(folder, '.index')));
    }));
});
