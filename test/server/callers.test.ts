import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callersOf } from '../../src/disk/projects/callers.ts';
import { eventually } from '../eventually.ts';
import { withServer } from './withServer.ts';

const entries = [{ role: 'user', text: 'hello' }];
const save = { dialog: 'plans', entries };

describe('the caller of a tool', () => {
  it('is recorded under its client name once a history exists', () =>
    withServer(
      async ({ ok, root }) => {
        const history = join(root, '.chat-history');
        await ok('history_list_dialogs');
        assert.equal(existsSync(history), false);
        await ok('history_save', save);
        const [caller] = await eventually('the call is noted', async () => {
          const all = await callersOf(history);
          return all.length > 0 && all;
        });
        assert.equal(caller?.client, 'codex-mcp-client');
        assert.ok(caller.calledAt > Date.UTC(2026, 0), 'a time in milliseconds');
      },
      { client: 'codex-mcp-client' },
    ));

  it('is recorded without secrets in its name', () =>
    withServer(
      async ({ ok, root }) => {
        await ok('history_save', save);
        const [caller] = await eventually('the call is noted', async () => {
          const all = await callersOf(join(root, '.chat-history'));
          return all.length > 0 && all;
        });
        assert.match(caller?.client ?? '', /^test \[secret: GITHUB_TOKEN #\d\]$/);
      },
      { client: `test ghp_${'a1B2c3D4e5F6'.repeat(3)}` },
    ));

  it('does not make the call fail when it cannot be recorded', () =>
    withServer(async ({ ok, root, errors }) => {
      const machine = join(root, '.chat-history/.machine');
      await ok('history_save', save);
      mkdirSync(machine, { recursive: true });
      rmSync(join(machine, 'callers'), { recursive: true, force: true });
      writeFileSync(join(machine, 'callers'), 'in the way');
      chmodSync(machine, 0o500);
      for (let n = 0; n < 3; n++) await ok('history_list_dialogs');
      assert.doesNotMatch(errors(), /error/i);
      chmodSync(machine, 0o700);
    }));
});
