import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { startServer, withFolder } from './withServer.ts';

describe('a server in a project with a switch', () => {
  it('refuses every call while history is off, and says so in its instructions', () =>
    withFolder(async (root) => {
      const refusal = join(root, '.no-history');
      fs.writeFileSync(refusal, '');
      const server = await startServer(root);
      try {
        assert.match(server.client.getInstructions() ?? '', /^History is turned off in this project/);
        await server.client.listTools();
        for (const [name, args] of [
          ['history_save', { dialog: 'plans', entries: [{ role: 'user', text: 'hello' }] }],
          ['history_search', { query: 'hello' }],
          ['session_list', {}],
        ] as const) {
          const { isError, content } = await server.client.callTool({ name, arguments: args });
          assert.equal(isError, true);
          assert.match(JSON.stringify(content), /History is turned off in this project/);
        }
        assert.deepEqual(fs.readdirSync(root), ['.no-history']);
        fs.rmSync(refusal);
        await server.ok('history_save', { dialog: 'plans', entries: [{ role: 'user', text: 'hello' }] });
      } finally {
        await server.close();
      }
    }));

  it('suggests no brief where history is only kept, and answers who asks', () =>
    withFolder(async (root) => {
      fs.mkdirSync(join(root, '.chat-history'));
      fs.writeFileSync(join(root, '.chat-history', 'settings.json'), '{"mode": "keep", "brief": "always"}');
      const server = await startServer(root);
      try {
        assert.doesNotMatch(server.client.getInstructions() ?? '', /history_brief/);
        await server.ok('history_save', { dialog: 'plans', entries: [{ role: 'user', text: 'hello' }] });
      } finally {
        await server.close();
      }
    }));
});
