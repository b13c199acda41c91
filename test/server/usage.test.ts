import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { writeUsageHome } from '../unit/store/usage/usageHome.ts';
import { startServer, withFolder } from './withServer.ts';

describe('usage in the list of sessions', () => {
  it('is listed on request, without figures missing from transcripts', () =>
    withFolder(async (base) => {
      const [root, home] = [join(base, 'project'), join(base, 'home')];
      fs.mkdirSync(root);
      writeUsageHome(home, root, { sessions: 10, turns: 3, filler: 10, now: Date.now() });
      const server = await startServer(root, { env: { HOME: home, USERPROFILE: home } });
      try {
        const { sessions: plain } = await server.ok('session_list', { limit: 10 });
        assert.ok(Array.isArray(plain) && plain.every((each: object) => !('usage' in each)));
        const { sessions } = await server.ok('session_list', { limit: 10, usage: true });
        assert.ok(Array.isArray(sessions));
        const listed = sessions as { source: string; usage?: Record<string, unknown> }[];
        const codex = listed.find(({ source, usage }) => source === 'codex' && usage)?.usage ?? {}; // a fork has none of its own
        assert.deepEqual(Object.keys(codex).sort(), [
          'cacheRead',
          'cost',
          'input',
          'models',
          'output',
          'requests',
          'unpriced',
        ]);
        assert.deepEqual([codex.requests, codex.unpriced], [3, 0]);
        const qwen = listed.find(({ source }) => source === 'qwen')?.usage ?? {};
        assert.deepEqual([qwen.cost, qwen.unpriced, qwen.models], [undefined, 3, ['qwen3-coder-plus']]);
      } finally {
        await server.close();
      }
    }));
});
