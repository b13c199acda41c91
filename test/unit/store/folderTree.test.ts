import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import {
  getDirectoryContextString,
  getEnvironmentContext,
  getInitialChatHistory,
  type EnvironmentConfig,
} from '../../../src/history/sessions/environment.ts';
import { getFolderStructure } from '../../../src/history/sessions/folderTree.ts';
import { withStore } from './withStore.ts';

/** Runs in an empty folder with a function that writes files into it. */
const withFolder = (
  test: (folder: string, write: (files: Record<string, string>) => Promise<void>) => Promise<void>,
) =>
  withStore(({ root }) =>
    test(root, async (files) => {
      for (const [name, text] of Object.entries(files)) {
        await fs.mkdir(dirname(join(root, name)), { recursive: true });
        await fs.writeFile(join(root, name), text);
      }
    }),
  );
const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));
/** With the separators of Linux and macOS. */
const slashed = (text: string) => text.replaceAll(sep, '/');
/** The tree below the line that names the folder. */
const treeOf = async (folder: string) =>
  slashed(await getFolderStructure(folder))
    .split('\n')
    .slice(3)
    .join('\n');
const cutNote =
  ' Folders or files indicated with ... contain more items not shown, were ignored, or the display limit (200 items) was reached.';

describe('the tree of a folder', () => {
  if (process.platform !== 'win32')
    it('shows a name with line ends on one line, as it can be named', () =>
      withFolder(async (folder, write) => {
        await write(none(['a.txt\n├───secrets.env\u2028x', 'sub\r\n\x1b[2J/b.txt']));
        assert.equal(
          await treeOf(folder),
          String.raw`├───a.txt\n├───secrets.env\u2028x
└───sub\r\n\u001b[2J/
    └───b.txt`,
        );
      }));

  it('shows files before folders, sorted, with the lines of the original', () =>
    withFolder(async (folder, write) => {
      await write(none(['b.txt', 'a.txt', 'src/z.ts', 'src/lib/a.ts', 'docs/x.md', '.env']));
      await fs.mkdir(join(folder, 'empty'));
      assert.equal(
        slashed(await getFolderStructure(folder)),
        `Showing up to 200 items (files + folders).

${slashed(folder)}/
├───.env
├───a.txt
├───b.txt
├───docs/
│   └───x.md
├───empty/
└───src/
    ├───z.ts
    └───lib/
        └───a.ts`,
      );
    }));

  it('shows ignored folders closed, and leaves ignored files out, rules of folders below included', () =>
    withFolder(async (folder, write) => {
      await write(
        none(['node_modules/x/a.js', '.git/HEAD', 'dist/a.js', 'py/__pycache__/a.pyc', '.chat-history/a']),
      );
      await write({
        '.gitignore': '*.log\n/out/\n!keep.log\n# comment\nsecret\n',
        '.git/info/exclude': 'mine.txt\n',
        'a.log': '',
        'keep.log': '',
        'mine.txt': '',
        'out/a.js': '',
        'py/out/b.js': '',
        'py/.gitignore': '!b.log\n*.tmp\n',
        'py/b.log': '',
        'py/c.log': '',
        'py/d.tmp': '',
        'top.tmp': '',
        'py/secret': '',
      });
      assert.equal(
        await treeOf(folder),
        `├───.gitignore
├───keep.log
├───top.tmp
├───.chat-history/...
├───.git/...
├───dist/...
├───node_modules/...
├───out/...
└───py/
    ├───.gitignore
    ├───b.log
    ├───__pycache__/...
    └───out/
        └───b.js`,
      );
      assert.ok((await getFolderStructure(folder)).includes(cutNote));
    }));

  it('follows the rules of the repository around it', () =>
    withFolder(async (folder, write) => {
      await write({
        '.git/HEAD': '',
        '.gitignore': '*.log\n/app/out\n',
        'app/a.log': '',
        'app/a.ts': '',
        'app/out/b': '',
      });
      assert.equal(await treeOf(join(folder, 'app')), '├───a.ts\n└───out/...');
    }));

  it('stops at 200 items, breadth first, and marks where', () =>
    withFolder(async (folder, write) => {
      const files = Array.from({ length: 150 }, (_, n) => `d/f${String(n).padStart(3, '0')}`);
      await write(
        none([
          ...files,
          'a/one',
          'a/deep/two',
          'b/one',
          'e/f/g',
          ...files.map((name) => name.replace('d/', 'c/')),
        ]),
      );
      const lines = (await treeOf(folder)).split('\n');
      // 5 folders, 1 file and 1 folder in a, 1 in b, 150 in c, 42 of d; e was not looked into.
      assert.equal(lines.filter((line) => /f\d{3}$/.test(line)).length, 192);
      assert.deepEqual(lines.slice(0, 5), [
        '├───a/',
        '│   ├───one',
        '│   └───deep/...',
        '├───b/',
        '│   └───one',
      ]);
      assert.deepEqual(lines.slice(-3), ['│   ├───f041', '│   └───...', '└───e/...']);
    }));

  it('marks where folders are cut', () =>
    withFolder(async (folder) => {
      for (let n = 0; n < 205; n++) await fs.mkdir(join(folder, `d${String(n).padStart(3, '0')}`));
      const lines = (await treeOf(folder)).split('\n');
      assert.deepEqual([lines.length, ...lines.slice(-2)], [201, '├───d199/...', '└───...']);
    }));

  it('says so where a folder cannot be read', () =>
    withFolder(async (folder, write) => {
      const message = (path: string) =>
        `Error: Could not read directory "${path}". Check path and permissions.`;
      await write(none(['file']));
      for (const name of ['gone', 'file']) {
        const path = join(folder, name);
        assert.equal(await getFolderStructure(path), message(path));
      }
    }));

  it('follows no links and knows no cycles', () =>
    withFolder(async (folder, write) => {
      await write(none(['a/b', 'x']));
      await fs.symlink(folder, join(folder, 'a', 'up'));
      await fs.symlink(join(folder, 'x'), join(folder, 'link'));
      assert.equal(await treeOf(folder), '├───x\n└───a/\n    └───b');
    }));
});

/** In the time zone of the machine, whichever that is: the context tells the day there. */
const noon = new Date(2026, 1, 5, 12).getTime();

const config = (folders: readonly string[], more: Partial<EnvironmentConfig> = {}): EnvironmentConfig => ({
  folders,
  now: noon,
  platform: 'linux',
  temporaryFolder: '/tmp',
  locale: 'en-US',
  ...more,
});

describe('the environment context', () => {
  it('has date, system, folders with their trees, memory, and the two reminders', () =>
    withFolder(async (folder, write) => {
      await write(none(['one/a', 'two/b']));
      const [one, two] = [join(folder, 'one'), join(folder, 'two')];
      const [turn, ...rest] = await getInitialChatHistory(config([one, two], { memory: 'Use tabs.\n' }));
      assert.deepEqual([turn?.role, turn?.parts.length, rest], ['user', 1, []]);
      assert.equal(
        turn?.parts[0]?.text,
        `<session_context>
This is the MCP History Store. We are setting up the context for our chat.
Today's date is Thursday, February 5, 2026 (formatted according to the user's locale).
My operating system is: linux
The project's temporary directory is: /tmp
- **Workspace Directories:**
  - ${one}
  - ${two}
- **Directory Structure:**

Showing up to 200 items (files + folders).

${one}${sep}
└───a
Showing up to 200 items (files + folders).

${two}${sep}
└───b

Use tabs.
</session_context>

Reminder: Do not return an empty response when a tool call is required.

My setup is complete. I will provide my first command in the next turn.`,
      );
    }));

  it('follows the locale', async () => {
    const parts = await getEnvironmentContext(config([], { locale: 'zh-CN', includeDirectoryTree: false }));
    assert.match(parts[0]?.text ?? '', /Today's date is 2026年2月5日星期四 /);
  });

  it('stands before a history once', async () => {
    const gone = resolve('/home/dev/gone');
    const options = config([gone]);
    const said = { role: 'user', parts: [{ text: 'go' }] } as const;
    const once = await getInitialChatHistory(options, [said]);
    assert.deepEqual(once.slice(1), [said]);
    assert.deepEqual(await getInitialChatHistory(options, once), once);
    const told = await getDirectoryContextString(options);
    assert.ok(told.includes(`Could not read directory "${gone}"`), told);
  });
});
