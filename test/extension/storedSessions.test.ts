import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commands } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { LiveSession } from '../../src/extension/sessions/liveSession.ts';
import { WindowSessions } from '../../src/extension/sessions/sessionLists.ts';
import { databasePath } from '../../src/agents/reading/types.ts';
import { putRows, withLog } from '../unit/store/databases.ts';
import { opencodeMessage, opencodePart, storedForms, writeStored } from '../unit/store/storedAgents.ts';
import { nodeEngine } from '../../src/disk/sqlite/engine.ts';
import { openPane, texts, watchStates, withSessions } from './sessionWorkspace.ts';
import { eventually, pause, workspaceRoot } from './workspace.ts';

/** A folder to be the home of agents, with nothing in it. */
async function withHome(body: (home: string) => Promise<void>): Promise<void> {
  const home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'agents-home-')));
  try {
    await body(home);
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** OpenCode's database, in a folder that the extension looks into. */
async function withOpenCode(body: (extension: Internals, path: string) => Promise<void>): Promise<void> {
  const usual = process.env.XDG_DATA_HOME;
  const [opencode] = storedForms;
  assert.equal(opencode?.agent, 'opencode');
  await withHome((home) =>
    withSessions(async (extension) => {
      process.env.XDG_DATA_HOME = join(home, '.local/share');
      try {
        const places = { ...extension.services.sessionLists.places, home };
        await body(extension, writeStored(opencode, places, 'Why is checkout slow?', workspaceRoot()));
      } finally {
        if (usual === undefined) delete process.env.XDG_DATA_HOME;
        else process.env.XDG_DATA_HOME = usual;
      }
    }),
  );
}

/** Runs while copying a file takes so long that a database that changed is not copied again for many seconds. */
async function withSlowCopies(body: () => Promise<void>): Promise<void> {
  const { copyFile } = fs.promises;
  fs.promises.copyFile = async (...args) => {
    await pause(200);
    return copyFile(...args);
  };
  try {
    await body();
  } finally {
    fs.promises.copyFile = copyFile;
  }
}

const question = (id: string, text: string) => ({
  message: [opencodeMessage('ses_1', `msg_${id}`, 10, { role: 'user' })],
  part: [opencodePart('ses_1', `msg_${id}`, `prt_${id}`, { type: 'text', text })],
});

describe('sessions in databases', () => {
  before(function () {
    if (nodeEngine() === undefined) this.skip(); // writes with a log, which the other engine cannot
  });

  for (const form of storedForms)
    it(`of ${form.agent} are read again when the database log grows`, () =>
      withHome((home) =>
        withSessions(async ({ services }) => {
          const [project] = services.projects.all;
          assert.ok(project);
          const places = { home, env: {}, platform: 'linux' } as const;
          const folder = workspaceRoot();
          const path = writeStored(form, places, 'Why is it slow?', folder);
          const lists = new WindowSessions(services.projects, places);
          const live = new LiveSession({ project, kind: 'session', id: path }, lists);
          const said = () => live.reading?.messages.map(({ text }) => text).join();
          try {
            live.watch();
            await eventually('it is read', () => said() ?? live.problem);
            assert.deepEqual([live.problem, said()], [undefined, 'Why is it slow?,ok']);
            await withLog(form.database(places), async (log) => {
              for (const text of ['Why is it slow now?', 'Why is it slow again?']) {
                putRows(log, form.rows(text, folder));
                await eventually(`it says ${text}`, () => said() === `${text},ok`);
              }
              const [info] = await lists.of(project).sessions();
              assert.equal(info?.path, path);
            });
          } finally {
            live.dispose();
            lists.dispose();
          }
        }),
      ));

  it('are shown in a pane including the log, and remain after their deletion', () =>
    withOpenCode(async (extension, path) => {
      const { pane, state } = await openPane(extension, path);
      const first = await state('the session', ({ header }) => !header.reading);
      assert.deepEqual([first.header.problem, texts(first)], [undefined, ['Why is checkout slow?', 'ok']]);
      const { database = '' } = databasePath(path) ?? {};
      await withLog(database, async (log) => {
        const { size } = fs.statSync(database);
        putRows(log, question('3', 'And now?'));
        assert.equal(fs.statSync(database).size, size);
        const grown = await state('what was said later', ({ window: { total } }) => total === 3);
        assert.equal(texts(grown).at(-1), 'And now?');
        log.exec('DELETE FROM part; DELETE FROM message; DELETE FROM session');
        const gone = await state('the notice', ({ header }) => header.problem !== undefined);
        assert.match(gone.header.problem ?? '', /^This session no longer exists\./);
        assert.equal(texts(gone).length, 3);
        const later = watchStates(pane);
        putRows(log, storedForms[0]!.rows('Why is checkout slow?', workspaceRoot()));
        await later('it is back', ({ header, window: { total } }) => !header.problem && total === 2);
      });
      fs.rmSync(dirname(database), { recursive: true });
      await state('its end', ({ header, window: { total } }) => header.problem !== undefined && total === 2);
    }));

  it('are listed as soon as they are written to the log', () =>
    withListed(async (add) => {
      await add('Second');
    }));

  it('are listed after the last copy of a database that is slow to copy', () =>
    withSlowCopies(() =>
      withListed(async (add) => {
        await pause(12_000); // a view that was opened just now looks again by itself
        await add('Second');
        await add('Third');
      }),
    ));
});

/** Shows the list of sessions, in which there is one, and gives what adds one to the log and waits for it in the list. */
function withListed(body: (add: (title: string) => Promise<void>) => Promise<void>): Promise<void> {
  return withOpenCode(async ({ services }, path) => {
    const [project] = services.projects.all;
    assert.ok(project);
    await commands.executeCommand('historyStore.sessions.focus');
    services.sessionLists.refresh(); // its folder is watched from now on
    const list = services.sessionLists.of(project);
    await eventually('it is listed', async () => {
      await services.sessionView.tree.getChildren();
      return list.known.length === 1;
    });
    await withLog(databasePath(path)?.database ?? '', (log) =>
      body(async (title) => {
        const id = `ses_${title}`;
        log.exec(
          `INSERT INTO session SELECT '${id}', project_id, parent_id, slug, directory, '${title}', version, revert, time_created, time_updated + 1 FROM session WHERE id = 'ses_1'`,
        );
        putRows(log, {
          message: [opencodeMessage(id, `msg_${title}`, 10, { role: 'user' })],
          part: [opencodePart(id, `msg_${title}`, `prt_${title}`, { type: 'text', text: 'hello' })],
        });
        await eventually(`${title} is listed`, () => list.known.some((info) => info.title === title));
      }),
    );
  });
}
