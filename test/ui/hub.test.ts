import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Workspace } from '../../src/history/sessions/types.ts';
import { stateVariable, thisMachine } from '../../src/disk/base/stateFolder.ts';
import { connectHub } from '../../src/team/connection.ts';
import { changeHubSettings } from '../../src/team/hubSettings.ts';
import { formatHubUrl, type HubAddress } from '../../src/team/hubUrl.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import { pushHistory } from '../../src/team/syncHistory.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { openStore } from '../../src/store/store.ts';
import {
  accept,
  clickFor,
  focusIn,
  options,
  pickFromContextMenu,
  quickInput,
  runCommand,
  showViews,
  themes,
  treeRows,
  unfold,
  webview,
} from '../editor/workbench.ts';
import { eventually, holds } from '../eventually.ts';
import { TestTranscript } from '../hub/transcripts.ts';
import { newHub, startPostgres, whyNoPostgres, type TestPostgres } from '../hub/postgres.ts';
import { notice, picture, rowSays, sharedEditor, type Folders } from './withEditor.ts';

const without = whyNoPostgres();
const describeHere = without === undefined ? describe : describe.skip;

/** A PostgreSQL with a hub, in which Ann 安 has what Bob's window finds. */
class Colleagues {
  /** Where Bob's machine keeps what is set of hubs. */
  readonly state = fs.mkdtempSync(join(tmpdir(), 'hub-state-'));
  #postgres: TestPostgres | undefined;
  #database: HubAddress | undefined;

  async start(): Promise<void> {
    this.#postgres ??= await startPostgres();
  }

  async stop(): Promise<void> {
    await this.#postgres?.stop();
    this.#postgres = undefined;
    fs.rmSync(this.state, { recursive: true, force: true });
  }

  /** Makes the folder one of Bob's, with a hub that Ann has sent a dialog to. */
  async prepare({ root, dialogs }: Folders): Promise<void> {
    await this.start();
    assert.ok(this.#postgres);
    const hub = await newHub(this.#postgres);
    this.#database = hub.database;
    const ann = await connectHub(await hub.person('ann 安'));
    const id = randomUUID();
    await addProject(ann, { id, name: 'shop' });
    await setMember(ann, id, { person: 'bob', access: 'writer' });
    const hers = join(this.state, 'hers');
    write(join(hers, '.chat-history/project.json'), id);
    const workspace: Workspace = {
      folders: [hers],
      places: { home: join(hers, 'home'), env: {}, platform: 'linux' },
    };
    const history = openHubHistory(hers, { workspace: () => workspace });
    const at = Date.UTC(2026, 10, 20, 9);
    await history.local.dialogs.save('退款流程', [
      { role: 'user', text: '退款要按什么汇率计算？', ts: at },
      { role: 'assistant', text: '按下单时的汇率计算，**四舍五入到分**。', ts: at + 60_000 },
      { role: 'user', text: '好，记下来。海外订单也一样。', ts: at + 120_000 },
    ]);
    await history.local.dialogs.setSummary('退款流程', { decisions: ['退款按下单时的汇率计算'] }, 'replace');
    await history.local.memories.store({ content: '退款汇率取自下单当天的中间价', tags: ['退款'] });
    await new TestTranscript('12341234-aaaa').say('导出订单超时怎么办？').archive(history, { goesOn: true });
    await syncHub(history, { connection: ann, hub: 'hub' }, (sync) => pushHistory(sync, 'everything'));
    await ann.close();

    write(join(root, '.chat-history/project.json'), id);
    await dialogs.save('checkout', [{ role: 'user', text: 'How do we round tax at checkout?' }]);
    const bob = await hub.person('bob');
    const machine = thisMachine({ ...process.env, [stateVariable]: this.state });
    await changeHubSettings(machine, id, { url: formatHubUrl(bob) });
  }

  /** While something is done, whoever reads records of the hub waits. */
  async whileBusy(work: () => Promise<void>): Promise<void> {
    assert.ok(this.#database);
    const admin = await connectHub(this.#database);
    await admin.transaction(async () => {
      await admin.query('lock table history_hub.records');
      await work();
    });
    await admin.close();
  }

  /** The hub answers nobody from now on. */
  async breakOff(): Promise<void> {
    await this.#postgres?.stop();
    this.#postgres = undefined;
  }
}

function write(file: string, id: string): void {
  fs.mkdirSync(join(file, '..'), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ v: 1, id }));
}

describeHere(`the hub in the window${without === undefined ? '' : `: ${without}`}`, function () {
  const colleagues = new Colleagues();
  const settings = { 'workbench.colorTheme': themes.dark };
  const env = { [stateVariable]: colleagues.state };
  const inEditor = sharedEditor({ prepare: (folders) => colleagues.prepare(folders), settings, env });
  after(() => colleagues.stop());

  it(
    'is searched in Chinese; a colleague’s dialog is read, fetched and the fetch undone',
    inEditor(async ({ page, root, dialogs }) => {
      await runCommand(page, 'History: Search History');
      await quickInput(page, 'exact phrase');
      const input = page.locator('.quick-input-widget input.input');
      await options(page, 'source:hub').waitFor();
      await picture(page, 'hub-help');
      await input.fill('汇率 source:hub author:');
      await options(page, 'author:"ann 安"').waitFor();
      await picture(page, 'hub-completion');
      await input.fill('汇率 source:hub');
      await options(page, '退款流程').first().waitFor();
      await picture(page, 'hub-search');
      await input.fill('四舍五入 source:hub');
      await holds(async () => assert.equal(await options(page, '退款流程').count(), 1));
      await accept(page, '');
      await page.locator('.tab', { hasText: '退款流程' }).waitFor();
      await webview(page).getByText('四舍五入到分').waitFor();
      await picture(page, 'hub-record');
      assert.deepEqual(await dialogs.names(), ['checkout'], 'reading fetches nothing');

      await page.locator('.editor-actions').getByRole('button', { name: 'Fetch to This Machine' }).click();
      const told = await notice(page, 'Fetched “退款流程 (ann 安)”: 3 messages and the summary.');
      await picture(page, 'hub-fetched');
      assert.deepEqual(await dialogs.summary('退款流程 (ann 安)'), { decisions: ['退款按下单时的汇率计算'] });
      await webview(page).locator('.message', { hasText: '海外订单也一样' }).waitFor();
      const actions = page.locator('.editor-actions').getByRole('button');
      await holds(async () =>
        assert.doesNotMatch(
          (await actions.evaluateAll((all) => all.map((one) => one.ariaLabel))).join(),
          /Fetch/,
        ),
      );
      await told.getByRole('button', { name: 'Undo' }).click();
      await eventually('the copy to be in the trash', async () => (await dialogs.names()).length === 1);
      assert.equal((await openStore(root).dialogTrash.list())[0]?.name, '退款流程 (ann 安)');
    }),
  );

  it(
    'continues a colleague’s session in a chat and then finds it locally',
    inEditor(async ({ page, root, dialogs }) => {
      await showViews(page, 'Team');
      await unfold(treeRows(page, 'ann 安'));
      await clickFor(treeRows(page, '退款流程'), options(page, '按下单时的汇率').first());
      await picture(page, 'hub-dialog-in-search');
      await page.keyboard.press('Escape');
      await clickFor(treeRows(page, 'Sessions'), options(page, '导出订单超时怎么办').first());
      await page.keyboard.press('Escape');

      await runCommand(page, 'History: Fetch to This Machine');
      const offered = options(page, '退款流程');
      await offered.waitFor();
      await picture(page, 'hub-offered');
      await accept(page, '退款流程');
      const told = await notice(page, 'Fetched “退款流程 (ann 安)”: 3 messages and the summary.');
      await told.getByRole('button', { name: 'Continue in Chat' }).click();
      const chat = page.locator('.interactive-session .interactive-input-part');
      await chat.getByText('海外订单也一样').waitFor();
      await focusIn(page, '.interactive-input-part');
      await picture(page, 'hub-resumed');
      await runCommand(page, 'History: Fetch to This Machine');
      await options(page, /on this machine/).waitFor();
      await accept(page, '退款流程');
      await notice(page, 'Nothing new for “退款流程 (ann 安)”.');

      await runCommand(page, 'History: Search History');
      await page.locator('.quick-input-widget input.input').fill('四舍五入 source:hub');
      await holds(async () => assert.equal(await options(page, '退款流程').count(), 1));
      await page.keyboard.press('Control+Enter');
      await page.locator('.sidebar .pane-header', { hasText: '四舍五入 source:hub · 1 result' }).waitFor();
      await showViews(page, '四舍五入 source:hub · ');
      const row = treeRows(page, '按下单时的汇率');
      await row.hover();
      await row.getByRole('button', { name: 'Fetch to This Machine' }).waitFor();
      await picture(page, 'hub-results');
      await clickFor(row, page.locator('.tab', { hasText: '退款流程 (ann 安)' }));
      await webview(page).locator('.message', { hasText: '四舍五入到分' }).waitFor();
      assert.deepEqual((await dialogs.names()).toSorted(), ['checkout', '退款流程 (ann 安)']);

      const askForSession = async () => {
        await runCommand(page, 'History: Search History');
        await page.locator('.quick-input-widget input.input').fill('超时 source:hub kind:session');
        const card = options(page, '导出订单超时怎么办');
        await holds(async () => assert.equal(await card.count(), 1));
        return card.getByRole('button', { name: 'Fetch to This Machine' });
      };
      const fetchSession = async () => {
        await (await askForSession()).click();
        return notice(page, 'Fetched a session of ann 安: 1 part.');
      };
      const { archives, archiveTrash } = openStore(root);
      const button = await askForSession();
      await colleagues.whileBusy(async () => {
        await button.click();
        const fetching = await notice(page, 'Fetching a session of ann 安');
        await picture(page, 'hub-session-fetching');
        await fetching.getByRole('button', { name: 'Cancel' }).click();
        await fetching.waitFor({ state: 'hidden' });
      });
      assert.deepEqual((await archives.list()).archives, []);
      assert.deepEqual(await archiveTrash.list(), []);
      await (await fetchSession()).getByRole('button', { name: 'Undo' }).click();
      await eventually('it to be in the trash', async () => (await archiveTrash.list()).length === 1);
      assert.deepEqual((await archives.list()).archives, []);
      const came = await fetchSession();
      await webview(page).locator('.message', { hasText: '导出订单超时怎么办' }).first().waitFor();
      await webview(page).locator('header', { hasText: 'Fetched from ann 安' }).waitFor();
      await picture(page, 'hub-session');
      await came.getByRole('button', { name: 'Continue in Chat' }).click();
      await chat.getByText('导出订单超时怎么办').first().waitFor();

      await colleagues.breakOff();
      await runCommand(page, 'History: Refresh Search Results');
      await page.locator('.sidebar .message', { hasText: 'Can’t reach' }).waitFor();
      await picture(page, 'hub-offline');
      await showViews(page, 'Sessions');
      await rowSays(treeRows(page, '导出订单超时怎么办'), / · of ann 安$/);
      await unfold(treeRows(page, 'Trash').first());
      const [deleted] = await archiveTrash.list();
      const trashed = treeRows(page, deleted?.name ?? '');
      await trashed.hover();
      await trashed.getByRole('button', { name: 'Restore…' }).waitFor();
      await picture(page, 'archive-trash');
      await runCommand(page, 'History: Clear Search Results');
    }),
  );
});

describeHere('the hub in a Chinese window', function () {
  const colleagues = new Colleagues();
  const settings = { 'chat.disableAIFeatures': true, 'workbench.colorTheme': themes.light };
  const env = { [stateVariable]: colleagues.state };
  const prepare = (folders: Folders): Promise<void> => colleagues.prepare(folders);
  const inEditor = sharedEditor({ prepare, settings, env, language: 'zh-cn' });
  after(() => colleagues.stop());

  it(
    'appears in Chinese',
    inEditor(async ({ page }) => {
      await runCommand(page, '对话历史: 搜索历史');
      const input = page.locator('.quick-input-widget input.input');
      await options(page, 'source:hub').waitFor();
      await picture(page, 'hub-help-chinese');
      await input.fill('汇率 source:hub');
      await options(page, '退款流程').first().waitFor();
      await picture(page, 'hub-search-chinese');
      await input.fill('中间价 source:hub');
      await accept(page, '中间价');
      await webview(page).getByText('退款汇率取自下单当天的中间价').first().waitFor();
      await picture(page, 'hub-memory-chinese');
      await showViews(page, '团队');
      const sent = treeRows(page, '退款流程');
      await unfold(treeRows(page, 'ann 安'));
      await sent.waitFor();
      await picture(page, 'hub-team-chinese');
      await pickFromContextMenu(page, sent, '获取到本机…');
      await notice(page, '已获取“退款流程 (ann 安)”');
      await picture(page, 'hub-fetched-chinese');
      await runCommand(page, '对话历史: 搜索历史');
      await input.fill('超时 source:hub kind:session');
      await options(page, '导出订单超时怎么办').getByRole('button', { name: '获取到本机' }).click();
      await webview(page).locator('header', { hasText: '获取自 ann 安' }).waitFor();
      await picture(page, 'hub-session-chinese');
    }),
  );
});
