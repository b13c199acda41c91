import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { generate } from 'selfsigned';
import { connectHub } from '../../src/team/connection.ts';
import { shownHub, type HubAddress } from '../../src/team/hubUrl.ts';
import { prepareHub } from '../../src/team/joinHub.ts';
import { addProject, hubProjects } from '../../src/team/members.ts';
import { pushHistory } from '../../src/team/syncHistory.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import {
  accept,
  clickFor,
  options,
  pickFromContextMenu,
  openViewContainer,
  quickInput,
  reloadWindow,
  runCommand,
  showViews,
  themes,
  treeRows,
  unfold,
} from '../editor/workbench.ts';
import { eventually } from '../eventually.ts';
import { startPostgres, whyNoPostgres, type TestPostgres } from '../hub/postgres.ts';
import {
  forPictures,
  notice,
  picture,
  rowSays,
  sample,
  sharedEditor,
  type Folders,
  type OpenEditor,
} from './withEditor.ts';

const without = whyNoPostgres();
const describeHere = without === undefined ? describe : describe.skip;

/** What a person sees as their address: the password is asked for. */
const shownAddress = (address: HubAddress): string => `${shownHub(address)}?sslmode=disable`;

/** A database, and somebody who may set up a hub in it. */
async function founder(postgres: TestPostgres, name: string): Promise<HubAddress> {
  const database = await postgres.newDatabase();
  await postgres.run(database, `create role ${name} login password '${name}' createrole`);
  await postgres.run(database, `grant create on database ${database.database} to ${name}`);
  return { ...database, user: name, password: name };
}

/** Answers the questions of Set Up Hub up to the notice at its end. */
async function setUp(
  page: Page,
  address: HubAddress,
  says: { readonly title: string; readonly all: string },
): Promise<void> {
  const field = await quickInput(page, says.title);
  await field.fill(shownAddress(address));
  await page.keyboard.press('Enter');
  const password = page.locator('.quick-input-widget input[type=password]');
  await password.fill(address.password ?? '');
  await page.keyboard.press('Enter');
  await options(page, says.all).waitFor();
  await field.fill(says.all);
  await accept(page, says.all);
}

/** Somebody on another machine, who sends a dialog. */
async function sendAs(address: HubAddress, dialog: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-colleague-'));
  const connection = await connectHub(address);
  try {
    const [project] = await hubProjects(connection);
    assert.ok(project);
    mkdirSync(join(folder, '.chat-history'));
    writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id: project.id }));
    const history = openHubHistory(folder);
    await history.local.dialogs.save(dialog, [
      { role: 'user', text: `What about ${dialog}?`, ts: Date.now(), id: randomUUID() },
    ]);
    await syncHub(history, { connection, hub: 'hub' }, (sync) => pushHistory(sync, 'dialogs'));
  } finally {
    await connection.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describeHere(`setting up a hub${without === undefined ? '' : `: ${without}`}`, function () {
  let postgres: TestPostgres;
  let ann: HubAddress;
  const settings = { 'chat.disableAIFeatures': true, 'workbench.colorTheme': themes.dark };
  const inEditor = sharedEditor({ prepare: sample, settings });
  before(async () => {
    postgres = await startPostgres();
    ann = await founder(postgres, 'ann');
  });
  after(() => postgres.stop());

  const hubRow = (page: Page) => treeRows(page, 'Hub').first();
  const records = () =>
    postgres.run(
      ann,
      `select owner, body ->> 'dialog' as dialog from history_hub.records where kind = 'message'`,
    );

  it(
    'is set up step by step, explains errors, and sends what was chosen',
    inEditor(async ({ page, agents }) => {
      await runCommand(page, 'History: Set Up Hub…');
      const field = await quickInput(page, 'Set Up Hub');
      await field.fill('postgresql://db.example.com/history');
      await page.getByText('The address names no user').waitFor();
      await picture(page, 'hub-address');
      await field.fill(shownAddress({ ...ann, database: 'nowhere' }));
      await page.keyboard.press('Enter');
      const password = page.locator('.quick-input-widget input[type=password]');
      await password.fill('wrong');
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget', { hasText: 'Wrong user or password' }).waitFor();
      await picture(page, 'hub-password');
      await password.fill('ann');
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget', { hasText: 'No such database' }).waitFor();
      await field.fill(shownAddress(ann));
      await page.keyboard.press('Enter');
      await password.fill('ann');
      await page.keyboard.press('Enter');
      await options(page, 'Dialogs, Memories and Contexts').waitFor();
      await picture(page, 'hub-share');
      await page.locator('.quick-input-widget input.input').fill('Dialogs, Mem');
      await accept(page, 'Dialogs, Memories and Contexts');
      await notice(page, 'The hub is set up');
      await picture(page, 'hub-done');
      assert.ok((await records()).length > 5);
      for (const file of filesBelow(join(agents, 'state')))
        assert.doesNotMatch(readFileSync(file, 'utf8'), /ann:ann/, file);
      await showViews(page, 'Memories', 'Team');
      await rowSays(hubRow(page), /^Hub connected · exchanged now$/);
    }),
  );

  it(
    'shows at once what colleagues send',
    inEditor(async (editor) => {
      const { page, dialogs } = editor;
      await runCommand(page, 'History: Invite to Hub…');
      await (await quickInput(page, 'Invite to Hub')).fill('Bo');
      await page.keyboard.press('Enter');
      await options(page, 'writer').waitFor();
      await picture(page, 'hub-access');
      await accept(page, 'writer');
      await notice(page, 'Their address holds a new password');
      await treeRows(page, 'Bo, writer').waitFor();
      await postgres.run(ann, `alter role "Bo" password 'bo'`);
      const bo = { ...ann, user: 'Bo', password: 'bo' };
      await sendAs(bo, 'release plan');
      await treeRows(page, 'Bo, writer · 1 new').waitFor();
      await unfold(treeRows(page, 'Bo'));
      await rowSays(treeRows(page, 'release plan'), /^release plan 1 message · now · new$/);
      await picture(page, 'hub-team');
      for (const theme of forPictures(['light', 'highContrast', 'dark'] as const)) {
        await wearTheme(editor, theme);
        await picture(page, `hub-team-${theme}`);
      }
      await pickFromContextMenu(page, treeRows(page, 'release plan'), 'Fetch to This Machine');
      await eventually('it is here', async () => (await dialogs.names()).includes('release plan (Bo)'));
    }),
  );

  it(
    'shows since when the database is unreachable and reconnects by itself',
    inEditor(async ({ page, dialogs }) => {
      await postgres.pause();
      await rowSays(hubRow(page), /^Hub offline since /);
      await treeRows(page, 'Can’t reach').waitFor();
      await picture(page, 'hub-offline');
      await dialogs.save('written offline', [{ role: 'user', text: 'Is anybody there?', ts: Date.now() }]);
      await postgres.resume();
      await rowSays(hubRow(page), /^Hub connected · exchanged now$/);
      await eventually('it is sent', async () =>
        (await records()).some(({ dialog, owner }) => dialog === 'written offline' && owner === 'ann'),
      );
    }),
  );

  it(
    'asks for the password again when the editor has lost it',
    inEditor(async ({ page }) => {
      await reloadWindow(page);
      await openViewContainer(page, 'History');
      await rowSays(hubRow(page), /^Hub not connected$/);
      await picture(page, 'hub-forgotten');
      await clickFor(
        treeRows(page, 'No password is known'),
        page.locator('.quick-input-widget input[type=password]'),
      );
      await page.locator('.quick-input-widget input[type=password]').fill('ann');
      await page.keyboard.press('Enter');
      await rowSays(hubRow(page), /^Hub connected · exchanged now$/);
      await treeRows(page, 'Bo, writer').waitFor();
    }),
  );

  it(
    'excludes a member and undoes it',
    inEditor(async ({ page }) => {
      const bo = treeRows(page, 'Bo, ');
      await pickFromContextMenu(page, bo, 'Exclude from Hub…');
      const excluded = await notice(page, 'Bo no longer has access');
      await rowSays(bo, /^Bo no longer a member/);
      await excluded.getByRole('button', { name: 'Undo' }).click();
      await rowSays(bo, /^Bo writer/);
    }),
  );

  it(
    'is paused, resumed and left, and leaving is undone',
    inEditor(async ({ page }: OpenEditor) => {
      await runCommand(page, 'History: Pause Sending to Hub');
      await rowSays(hubRow(page), /^Hub sending is paused · received now$/);
      await runCommand(page, 'History: Resume Sending to Hub');
      await rowSays(hubRow(page), /^Hub connected · /);
      await runCommand(page, 'History: Leave Hub');
      const left = await notice(page, 'This machine has forgotten');
      await hubRow(page).waitFor({ state: 'detached' });
      await left.getByRole('button', { name: 'Undo' }).click();
      await rowSays(hubRow(page), /^Hub connected · /);
    }),
  );
});

/** Changes the theme of the workspace. */
async function wearTheme({ page, root }: OpenEditor, theme: keyof typeof themes): Promise<void> {
  mkdirSync(join(root, '.vscode'), { recursive: true });
  const settings = { 'workbench.colorTheme': themes[theme] };
  writeFileSync(join(root, '.vscode/settings.json'), JSON.stringify(settings));
  const mark = { light: 'vs', dark: 'vs-dark', highContrast: 'hc-black', highContrastLight: 'hc-light' }[
    theme
  ];
  await page.locator(`.monaco-workbench.${mark}`).waitFor();
}

describeHere('setting up a hub in a Chinese window', function () {
  let postgres: TestPostgres;
  const settings = { 'chat.disableAIFeatures': true, 'workbench.colorTheme': themes.light };
  const inEditor = sharedEditor({ prepare: sample, settings, language: 'zh-cn' });
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  it(
    'appears in Chinese',
    inEditor(async ({ page }) => {
      const address = await founder(postgres, 'lan');
      await runCommand(page, '对话历史: 设置中心…');
      const field = await quickInput(page, '设置中心');
      await field.fill('mysql://db');
      await page.getByText('这不是中心的地址').waitFor();
      await picture(page, 'hub-address-chinese');
      await setUp(page, address, { title: '设置中心', all: '对话、记忆和上下文' });
      await notice(page, '中心已设置');
      await showViews(page, '团队');
      await rowSays(treeRows(page, '中心').first(), /^中心 已连接 · /);
      await picture(page, 'hub-chinese');
      await postgres.pause();
      await rowSays(treeRows(page, '中心').first(), /^中心 自 .* 起离线$/);
      await picture(page, 'hub-offline-chinese');
    }),
  );
});

describeHere('a hub set up on another machine, with its own certificate', function () {
  let postgres: TestPostgres;
  let address: HubAddress;
  const id = randomUUID();
  const settings = { 'chat.disableAIFeatures': true, 'workbench.colorTheme': themes.dark };
  const origin = 'https://git.example.com/shop/web.git';
  /** A clone of what is in the hub. */
  const clone = async (folders: Folders): Promise<void> => {
    await sample(folders);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folders.root, stdio: 'ignore' });
    git('init', '--initial-branch=main');
    git('remote', 'add', 'origin', origin);
  };
  const inEditor = sharedEditor({ prepare: clone, settings });
  before(async () => {
    const names = [{ name: 'commonName', value: 'hub.example' }];
    const { private: key, cert: certificate } = await generate(names, { keyType: 'ec', algorithm: 'sha256' });
    postgres = await startPostgres({ key, certificate });
    address = await founder(postgres, 'ann');
    const connection = await connectHub(address);
    await prepareHub(connection);
    await addProject(connection, { id, name: 'web', remote: 'git@git.example.com:shop/web.git' });
    await addProject(connection, { id: randomUUID(), name: 'other' });
    await connection.close();
  });
  after(() => postgres.stop());

  it(
    'is trusted only on confirmation and matched by the origin of the clone',
    inEditor(async ({ page, agents }) => {
      await runCommand(page, 'History: Set Up Hub…');
      const field = await quickInput(page, 'Set Up Hub');
      await field.fill(`${shownHub(address).replace('127.0.0.1', 'localhost')}?sslmode=verify-full`);
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget input[type=password]').fill('ann');
      await page.keyboard.press('Enter');
      await options(page, 'for hub.example, valid until').waitFor();
      await picture(page, 'hub-certificate');
      await accept(page, 'Trust This Certificate');
      await options(page, 'Only What I Share').waitFor();
      await accept(page, 'Only What I Share');
      await options(page, 'New Project “workspace”').waitFor();
      await picture(page, 'hub-project');
      await accept(page, 'git@git.example.com:shop/web.git');
      await notice(page, 'The hub is set up: 0 sent, 0 received');
      const state = filesBelow(join(agents, 'state'));
      const kept = state
        .filter((file) => /hubs.[\w-]+\.json$/.test(file))
        .map((file) => readFileSync(file, 'utf8'));
      assert.equal(kept.length, 1);
      assert.match(kept[0] ?? '', new RegExp(`sslmode=verify-ca&sslrootcert=.*localhost-\\d+\\.pem.*${id}`));
      await showViews(page, 'Team');
      await rowSays(treeRows(page, 'Hub').first(), /^Hub connected · exchanged now$/);
    }),
  );
});
