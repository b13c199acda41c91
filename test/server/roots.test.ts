import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, parse, relative } from 'node:path';
import { startServer, withFolder, type ServerUnderTest } from './withServer.ts';

const entry = { role: 'user', text: 'x' };

/** Runs with a server started with these arguments, for a folder holding the projects `a`, `b` and `a/inner`. */
async function withProjects(
  args: (folder: string) => string[],
  run: (server: ServerUnderTest, folder: string) => Promise<void>,
  env: (folder: string) => Record<string, string> = () => ({}),
): Promise<void> {
  await withFolder(async (folder) => {
    mkdirSync(join(folder, 'a', 'inner'), { recursive: true });
    mkdirSync(join(folder, 'b'));
    // Where it is started is no project, so that only what is given says which one is meant.
    const cwd = parse(folder).root;
    const server = await startServer(folder, { args: args(folder), env: env(folder), cwd });
    try {
      await run(server, folder);
    } finally {
      await server.close();
    }
  });
}

const history = (...path: string[]) => existsSync(join(...path, '.chat-history'));

describe('roots', () => {
  it('allow leaving out projectRoot or naming a folder below when there is one', () =>
    withProjects(
      (folder) => ['--root', join(folder, 'a')],
      async ({ ok }, folder) => {
        await ok('history_save', { dialog: 'x', entry });
        assert.ok(history(folder, 'a'));
        assert.deepEqual(await ok('history_list_dialogs', { projectRoot: join(folder, 'a') }), {
          dialogs: ['x'],
        });
        await ok('history_save', { projectRoot: join(folder, 'a', 'inner'), dialog: 'y', entry });
        assert.ok(history(folder, 'a', 'inner'));
      },
    ));

  it('refuse any other projectRoot and name the root when there is one', () =>
    withProjects(
      (folder) => ['--root', join(folder, 'a')],
      async ({ refused }, folder) => {
        symlinkSync(join(folder, 'b'), join(folder, 'a', 'link'), 'junction');
        const outside = [
          join(folder, 'b'),
          folder,
          join(folder, 'a', '..', 'b'),
          join(folder, 'a', 'link'),
          parse(folder).root,
        ];
        for (const projectRoot of outside) {
          const message = await refused('history_save', { projectRoot, dialog: 'x', entry });
          assert.ok(message.includes('outside') && message.includes(join(folder, 'a')), message);
        }
        assert.deepEqual(readdirSync(join(folder, 'b')), []);
        const none = await refused('history_save', {
          projectRoot: join(folder, 'a', 'none'),
          dialog: 'x',
          entry,
        });
        assert.match(none, /is not a folder that can be opened/);
      },
    ));

  it('require projectRoot and list the roots when there are several', () =>
    withProjects(
      (folder) => ['--root', join(folder, 'a'), '--root', join(folder, 'b')],
      async ({ ok, refused }, folder) => {
        const message = await refused('history_list_dialogs');
        assert.ok(message.includes(join(folder, 'a')) && message.includes(join(folder, 'b')), message);
        await ok('history_save', { projectRoot: join(folder, 'b'), dialog: 'x', entry });
        assert.deepEqual([history(folder, 'a'), history(folder, 'b')], [false, true]);
      },
    ));

  it('require an absolute, existing project folder as projectRoot when there is none', () =>
    withProjects(
      () => ['--stdio'],
      async ({ ok, refused }, folder) => {
        writeFileSync(join(folder, 'file'), '');
        symlinkSync(homedir(), join(folder, 'home'), 'junction');
        const refusals: [string | undefined, RegExp][] = [
          [undefined, /projectRoot is missing/],
          ['', /takes the absolute path/],
          ['.', /takes the absolute path/],
          [relative(process.cwd(), folder), /takes the absolute path/],
          ['~/x', /takes the absolute path/],
          [join(folder, 'none'), /is not a folder that can be opened/],
          [`${folder}\0`, /is not a folder that can be opened/],
          [join(folder, 'file'), /is a file/],
          [parse(folder).root, /root of the file system/],
          [homedir(), /home directory/],
          [join(folder, 'home'), /home directory/],
        ];
        const saved = { dialog: 'x', entry };
        for (const [projectRoot, message] of refusals)
          assert.match(
            await refused('history_save', { ...saved, ...(projectRoot !== undefined && { projectRoot }) }),
            message,
          );
        await ok('history_save', { projectRoot: join(folder, 'b'), ...saved });
        assert.ok(history(folder, 'b'));
      },
    ));

  it('keep every history in CODEX_HISTORY_ROOT while still checking projectRoot', () =>
    withProjects(
      (folder) => ['--root', join(folder, 'a')],
      async ({ ok, refused }, folder) => {
        await ok('history_save', { dialog: 'x', entry });
        await ok('history_save', { projectRoot: join(folder, 'a'), dialog: 'y', entry });
        assert.deepEqual([history(folder, 'a'), history(folder, 'b')], [false, true]);
        assert.match(await refused('history_list_dialogs', { projectRoot: join(folder, 'b') }), /outside/);
      },
      (folder) => ({ CODEX_HISTORY_ROOT: join(folder, 'b') }),
    ));

  it('are reported at start and in every call when missing', () =>
    withProjects(
      (folder) => ['--root', join(folder, 'gone')],
      async ({ refused, errors }, folder) => {
        assert.match(await refused('history_list_dialogs'), /The root .*gone.* is not a folder/);
        assert.match(errors(), /gone is not a folder/);
        mkdirSync(join(folder, 'gone'));
      },
    ));
});
