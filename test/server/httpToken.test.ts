import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storedToken } from '../../src/server/http/httpToken.ts';
import type { Machine } from '../../src/disk/base/stateFolder.ts';
import { withFolder } from './withServer.ts';

/** A machine of each system, whose home is a new folder. */
const onEach =
  (test: (machine: Machine) => Promise<void>, ...platforms: NodeJS.Platform[]) =>
  () =>
    withFolder(async (folder) => {
      for (const platform of platforms) await test({ home: join(folder, platform), env: {}, platform });
    });

const places: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: '.local/state',
  darwin: 'Library/Application Support',
  win32: 'AppData/Local',
};

describe('the generated HTTP token', () => {
  it(
    'is kept in the system’s folder for program state',
    onEach(
      async (machine) => {
        const { file, token } = await storedToken(machine);
        const folder = join(machine.home, places[machine.platform]!);
        assert.equal(file, join(folder, 'mcp-history-store', 'http-token'));
        assert.equal(readFileSync(file, 'utf8'), `${token}\n`);
        assert.deepEqual(await storedToken(machine), { file, token });
      },
      ...(['linux', 'darwin', 'win32'] as const),
    ),
  );

  it(
    'stays where an older server created it',
    onEach(
      async (machine) => {
        const file = join(machine.home, '.local', 'state', 'mcp-history-store', 'http-token');
        mkdirSync(dirname(file), { recursive: true });
        const token = 'x'.repeat(32);
        writeFileSync(file, token, { mode: 0o600 });
        assert.deepEqual(await storedToken(machine), { file, token });
      },
      ...(['darwin', 'win32'] as const),
    ),
  );

  it(
    'is refused when others may read it, on systems with file modes',
    onEach(
      async (machine) => {
        const { file } = await storedToken(machine);
        chmodSync(file, 0o644);
        if (machine.platform === 'win32') await storedToken(machine);
        else await assert.rejects(storedToken(machine), /Other users may read the token/);
      },
      // Modes that the disk does not have cannot be seen.
      ...(process.platform === 'win32' ? (['win32'] as const) : (['linux', 'darwin', 'win32'] as const)),
    ),
  );
});
