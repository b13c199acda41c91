import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../../../src/agents/claude/transcripts.ts';
import { claude, iso } from '../machine.ts';
import { jsonLines } from '../reading.ts';
import { withStore } from '../withStore.ts';
import { methodsOf, ways, type Subject } from './allWays.ts';
import { workWith, type Ways } from './derivedWays.ts';
import { makeSecrets, spilledBelow, spilledIn } from './spilled.ts';

describe('secrets', () => {
  it('reach no file and no result of any method of the store', () =>
    withStore(async ({ root, open }) => {
      const home = join(root, 'home');
      const secrets = makeSecrets(root);
      const { text } = secrets;
      const transcript = join(
        home,
        '.claude',
        'projects',
        claudeFolderName(root),
        '550e8400-e29b-41d4-a716-446655440000.jsonl',
      );
      fs.mkdirSync(dirname(transcript), { recursive: true });
      const said = jsonLines([
        claude(root, text),
        claude(root, `again ${text}`, {
          type: 'assistant',
          uuid: 'a1',
          message: { role: 'assistant', content: [{ type: 'text', text }] },
        }),
        ...workWith(root, text),
        { type: secrets.secrets[0], timestamp: iso(9) },
      ]);
      fs.writeFileSync(transcript, said.replaceAll('"s1"', '"550e8400-e29b-41d4-a716-446655440000"'));
      const workspace = { folders: [root], places: { home, env: {}, platform: 'linux' as const } };
      const store = open({ workspace: () => workspace });
      const known: Ways = { store, workspace, transcript, text, token: secrets.secrets[0]! };
      const spilled: string[] = [];
      for (const [name, methods] of Object.entries(ways)) {
        const all = methodsOf(store[name as Subject]);
        assert.deepEqual(
          all.filter((method) => !(method in methods)),
          [],
          `methods of ${name} that are not tried`,
        );
        for (const [method, way] of Object.entries(methods)) {
          if (!all.includes(method)) continue;
          spilled.push(...spilledIn(`${name}.${method}`, await way(known), secrets));
          spilled.push(
            ...spilledBelow(store.folder, secrets).map((where) => `after ${name}.${method}: ${where}`),
          );
        }
      }
      assert.deepEqual(spilled, []);
      for (const subject of Object.keys(ways)) assert.ok(subject in store);
      const files = fs.readdirSync(store.folder, { recursive: true, encoding: 'utf8' });
      for (const part of ['.conversations/raw/', '.sessions/', '.memory/', '.trash/', '.index/sessions.'])
        assert.ok(
          files.some((file) => file.replaceAll('\\', '/').startsWith(part)),
          part,
        );
      const { archives } = await store.archives.list();
      assert.equal(archives[0]?.secrets, 4);
      assert.match(fs.readFileSync(archives[0].path, 'utf8'), /^secrets: 4$/m);
      assert.equal((await store.sessions.find(workspace, '550e8400')).secrets, 4);
    }));
});
