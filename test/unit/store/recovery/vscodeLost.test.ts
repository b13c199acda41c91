import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeDatabase } from '../databases.ts';
import { recoverAll, recoveredTexts, start, withHome, type LostFixture } from './lostHome.ts';

const user = '.config/Code/User/workspaceStorage';
const cursorTables =
  'CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB); CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB);';

/** A chat of VS Code that was about files. */
const chat = (sessionId: string, text: string, files: readonly string[] = []) => ({
  version: 3,
  sessionId,
  creationDate: start,
  lastMessageDate: start,
  requests: [
    {
      requestId: `r-${sessionId}`,
      timestamp: start,
      message: { text },
      variableData: { variables: files.map((file) => ({ value: { external: pathToFileURL(file).href } })) },
      response: [{ value: `An answer to ${text}` }],
    },
  ],
});

const placesOf = ({ workspace, home }: LostFixture) => ({
  ...workspace.places,
  home,
  platform: 'linux' as const,
});

/** Writes files of the project. */
function writeFiles(root: string, ...names: readonly string[]): void {
  for (const name of names) {
    fs.mkdirSync(dirname(join(root, name)), { recursive: true });
    fs.writeFileSync(join(root, name), name);
  }
}

describe('chats of VS Code in folders of workspaces that are gone', () => {
  const withChats = (test: (fixture: LostFixture) => Promise<void>) =>
    withHome((fixture) =>
      test({ ...fixture, workspace: { ...fixture.workspace, places: placesOf(fixture) } }),
    );

  it('come back whole where the folder was renamed, the workspace file is gone, or nothing is noted', () =>
    withChats(async (fixture) => {
      const { root, write, store, workspace } = fixture;
      const before = join(dirname(root), `before ${root.slice(-4)}`);
      writeFiles(root, 'src/pot.ts', 'src/lid.ts');
      const old = ['src/pot.ts', 'src/lid.ts', 'gone.ts'].map((name) => join(before, name));
      write(`${user}/a1/workspace.json`, { folder: pathToFileURL(before).href });
      write(`${user}/a1/chatSessions/chat-renamed.json`, chat('chat-renamed', 'Before the rename', old));
      const mine = [join(root, 'src/pot.ts')];
      write(`${user}/b2/workspace.json`, { workspace: pathToFileURL(join(root, 'no.code-workspace')).href });
      write(`${user}/b2/chatSessions/chat-multi.json`, chat('chat-multi', 'In many roots', mine));
      write(`${user}/b2/chatSessions/chat-empty.json`, { ...chat('chat-empty', ''), requests: [] });
      write(`${user}/c3/chatSessions/chat-bare.json`, chat('chat-bare', 'Nothing noted', mine));
      const recovered = await recoverAll(fixture);
      assert.deepEqual(recovered.map(({ sessionId }) => sessionId).sort(), [
        'chat-bare',
        'chat-multi',
        'chat-renamed',
      ]);
      assert.ok(recovered.every(({ answers }) => answers === undefined));
      assert.deepEqual(
        (await recoveredTexts(fixture, 'chat-renamed')).map(([type, text]) => `${type}: ${text}`),
        ['user: Before the rename', 'assistant: An answer to Before the rename'],
      );
      const { recovered: mark, archived } = await store.sessions.find(workspace, 'chat-multi');
      assert.deepEqual([mark, archived], ['answered', true]);
      assert.deepEqual(await store.recovery.look(workspace), []);
    }));

  it('stay where they are if a folder is there, is of another project, or was deleted with other files', () =>
    withChats(async (fixture) => {
      const { root, home, write, store, workspace } = fixture;
      writeFiles(root, 'README.md');
      const deleted = join(dirname(root), `deleted ${root.slice(-4)}`);
      write(`${user}/a1/workspace.json`, { folder: pathToFileURL(deleted).href });
      const files = ['README.md', 'a.ts', 'b.ts', 'c.ts'].map((name) => join(deleted, name));
      write(`${user}/a1/chatSessions/chat-deleted.json`, chat('chat-deleted', 'Of another', files));
      write(`${user}/b2/workspace.json`, { folder: pathToFileURL(home).href });
      write(
        `${user}/b2/chatSessions/chat-there.json`,
        chat('chat-there', 'There', [join(root, 'README.md')]),
      );
      write(`${user}/c3/workspace.json`, { folder: 'vscode-remote://ssh-remote%2Bbox/srv/shop' });
      write(`${user}/c3/chatSessions/chat-far.json`, chat('chat-far', 'Far', [join(root, 'README.md')]));
      write(`${user}/d4/workspace.json`, { folder: pathToFileURL(root).href });
      write(`${user}/d4/chatSessions/chat-own.json`, chat('chat-own', 'Listed', [join(root, 'README.md')]));
      assert.deepEqual(await store.recovery.look(workspace), []);
      const all = await store.recovery.look(workspace, { all: true });
      assert.deepEqual(
        all.map(({ sessionId }) => sessionId),
        ['chat-deleted'],
      );
    }));

  it('come back of Cursor too, whose workspaces list them in a database', () =>
    withChats(async (fixture) => {
      const { root, home, write, store, workspace } = fixture;
      const cursor = join(home, '.config/Cursor/User');
      const before = join(dirname(root), `before ${root.slice(-4)}`);
      writeFiles(root, 'src/pot.ts', 'src/lid.ts');
      const files = ['src/pot.ts', 'src/lid.ts'].map((name) => ({ uri: { fsPath: join(before, name) } }));
      const chatRows = (id: string, text: string, context: object) => [
        { key: `bubbleId:${id}:b1`, value: JSON.stringify({ bubbleId: 'b1', type: 1, text, context }) },
        { key: `bubbleId:${id}:b2`, value: JSON.stringify({ bubbleId: 'b2', type: 2, text: 'ok' }) },
        {
          key: `composerData:${id}`,
          value: JSON.stringify({
            _v: 10,
            composerId: id,
            createdAt: start,
            fullConversationHeadersOnly: [
              { bubbleId: 'b1', type: 1 },
              { bubbleId: 'b2', type: 2 },
            ],
          }),
        },
      ];
      const listing = (...ids: readonly string[]) => ({
        ItemTable: [
          {
            key: 'composer.composerData',
            value: JSON.stringify({ allComposers: ids.map((composerId) => ({ composerId })) }),
          },
        ],
      });
      makeDatabase(join(cursor, 'globalStorage/state.vscdb'), cursorTables, {
        cursorDiskKV: [
          ...chatRows('c-renamed', 'Before the rename', { files }),
          ...chatRows('c-other', 'Of another', {}),
        ],
      });
      makeDatabase(join(cursor, 'workspaceStorage/w1/state.vscdb'), cursorTables, listing('c-renamed', 'no'));
      makeDatabase(join(cursor, 'workspaceStorage/w2/state.vscdb'), cursorTables, listing('c-other'));
      write('.config/Cursor/User/workspaceStorage/w1/workspace.json', { folder: pathToFileURL(before).href });
      write('.config/Cursor/User/workspaceStorage/w2/workspace.json', { folder: 'file:///gone/elsewhere' });
      const recovered = await recoverAll(fixture);
      assert.deepEqual(
        recovered.map(({ sessionId, agent, answers }) => [agent, sessionId, answers]),
        [['cursor', 'c-renamed', undefined]],
      );
      assert.deepEqual(
        (await recoveredTexts(fixture, 'c-renamed')).map(([type, text]) => `${type}: ${text}`),
        ['user: Before the rename', 'assistant: ok'],
      );
      assert.deepEqual(await store.recovery.look(workspace), []);
      assert.equal((await store.recovery.look(workspace, { all: true })).length, 1);
    }));
});
