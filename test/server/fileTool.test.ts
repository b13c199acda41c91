import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeSession } from '../unit/store/changes/agentForms.ts';
import { withAgents } from './withAgents.ts';

const after = 'export function total(order) {\n  return addAll(order.lines);\n}\n';

describe('history_file', () => {
  it('names the request that wrote a file or a line, with a reference that opens', () =>
    withAgents(async ({ client, root, env, call, ok, refused }) => {
      const home = env.HOME ?? '';
      const write = (path: string, content: string | readonly unknown[]): Promise<string> => {
        const file = join(home, path);
        mkdirSync(dirname(file), { recursive: true });
        const records =
          typeof content === 'string' ? [content] : content.map((line) => `${JSON.stringify(line)}\n`);
        writeFileSync(file, records.join(''));
        return Promise.resolve(file);
      };
      await writeSession(
        { places: { home, env: {}, platform: process.platform }, folder: root, write },
        {
          id: 's1',
          agent: 'claude',
          at: Date.UTC(2026, 1, 5),
          cwd: root,
          steps: [
            { do: 'ask', text: 'Add up the order' },
            { do: 'create', path: 'src/order.ts', after },
          ],
        },
      );
      mkdirSync(join(root, 'src'));
      writeFileSync(join(root, 'src/order.ts'), `// by hand\n${after}`);
      const { requests, ...rest } = await ok('history_file', { path: 'src/order.ts' });
      assert.deepEqual(rest, { success: true, path: 'src/order.ts', total: 1 });
      const [request = {}] = requests as Record<string, string>[];
      assert.deepEqual(
        [request.session, request.agent, request.request, request.lines],
        ['s1', 'claude', 'Add up the order', '2-4'],
      );
      const { contents } = await client.readResource({ uri: request.reference ?? '' });
      assert.match(JSON.stringify(contents), /Add up the order/);
      assert.equal((await ok('history_file', { path: join(root, 'src/order.ts'), line: 1 })).total, 0);
      assert.equal((await ok('history_file', { path: 'src/order.ts', line: 3 })).total, 1);
      assert.match(
        (await call('history_file', { path: 'src/gone.ts' })).text,
        /"total":0,"note":"There is no such file now/,
      );
      assert.match(
        await refused('history_file', { path: 'src/order.ts', line: 9 }),
        /has 4 lines: give 1 to 4/,
      );
      assert.match(await refused('history_file', { path: '/etc/hosts' }), /is not in the project/);
    }));
});
