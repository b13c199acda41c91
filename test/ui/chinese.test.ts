import assert from 'node:assert/strict';
import { openStore } from '../../src/store/store.ts';
import {
  clickFor,
  openContextMenu,
  options,
  quickInput,
  runCommand,
  showViews,
  treeRows,
  unfold,
  webview,
  whileOver,
} from '../editor/workbench.ts';
import { sampleSessions } from '../sample/sessions.ts';
import { holds } from '../eventually.ts';
import { unfoldTools } from './samplePanes.ts';
import { picture, rowSays, sample, sharedEditor } from './withEditor.ts';

describe('a window in Chinese', function () {
  const inEditor = sharedEditor({
    prepare: sample,
    language: 'zh-cn',
    settings: { 'chat.disableAIFeatures': true },
  });

  it(
    'shows the tree and the pane of a dialog in Chinese',
    inEditor(async ({ page }) => {
      await showViews(page, '对话');
      const row = treeRows(page, '支付对账').first();
      await clickFor(row, webview(page).getByText('摘要').first());
      await unfold(row);
      await treeRows(page, '决策').waitFor();
      await treeRows(page, '上下文快照').waitFor();
      const tooltip = page.locator('.monaco-hover', { hasText: /\d+\s条消息，\d/ }).first();
      await whileOver(row, (timeout) => tooltip.waitFor({ timeout }));
      await openContextMenu(page, row, '重命名…');
      await picture(page, 'chinese');
    }),
  );

  it(
    'shows context snapshots in Chinese',
    inEditor(async ({ page, root }) => {
      await showViews(page, '对话');
      await unfold(treeRows(page, '支付对账').first());
      await unfold(treeRows(page, '上下文快照'));
      const text = webview(page).getByLabel('智能体收到的文本');
      await clickFor(treeRows(page, '修改匹配规则'), text);
      const { contexts } = openStore(root, { language: 'zh' });
      const [item] = await contexts.list('支付对账');
      assert.ok(item);
      const injection = await contexts.injection(item.contextId, { mode: 'summary', maxChars: 12_000 });
      assert.ok(injection.text.startsWith('以下是历史归档 context'));
      await holds(async () => assert.equal(await text.textContent(), injection.text));
      await picture(page, 'context-chinese');
      await openContextMenu(page, treeRows(page, '修改匹配规则'), '加载上下文快照…');
      await picture(page, 'context-menu-chinese');
    }),
  );

  it(
    'shows memories in Chinese',
    inEditor(async ({ page }) => {
      await showViews(page, '记忆');
      await unfold(treeRows(page, '对账, 1'));
      const heading = webview(page).getByRole('heading', { name: '记忆', level: 1 });
      await clickFor(treeRows(page, '对账只按支付'), heading);
      await webview(page).getByText('相似的记忆', { exact: true }).waitFor();
      await treeRows(page, '最近删除, 1').waitFor();
      await picture(page, 'memory-chinese');
    }),
  );

  it(
    'searches for Chinese text',
    inEditor(async ({ page }) => {
      await runCommand(page, '对话历史: 搜索历史');
      await (await quickInput(page, '搜索历史')).fill('对账 source:dialogs');
      await page.locator('.quick-input-list .quick-input-list-separator', { hasText: '对话' }).waitFor();
      await options(page, '支付对账').first().waitFor();
      await picture(page, 'search-chinese');
    }),
  );

  it(
    'shows sessions and archives in Chinese',
    inEditor(async ({ page }) => {
      await showViews(page, '会话');
      const opened = webview(page).getByRole('heading', { name: sampleSessions.claude, level: 1 });
      await clickFor(treeRows(page, sampleSessions.claude), opened);
      await unfoldTools(page);
      await webview(page).getByRole('button', { name: '在聊天中继续' }).waitFor();
      await picture(page, 'session-chinese');
      await runCommand(page, '对话历史: 保留所有会话');
      await rowSays(treeRows(page, sampleSessions.claude), /已保留/);
      await picture(page, 'sessions-chinese');
    }),
  );
});
