import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';

const read = (name: string): unknown =>
  JSON.parse(fs.readFileSync(join(import.meta.dirname, '../../..', name), 'utf8'));
const { contributes } = read('package.json') as {
  contributes: {
    commands: { command: string; title: string; category?: string }[];
    menus: { commandPalette: { command: string; when: string }[] };
  };
};
type Texts = Readonly<Record<string, string>>;
const [english, chinese] = [read('package.nls.json') as Texts, read('package.nls.zh-cn.json') as Texts];
const said = (text: string, texts: Texts): string =>
  text.replaceAll(/%([^%]+)%/g, (_, key: string) => texts[key] ?? english[key] ?? key);

const whens = new Map(contributes.menus.commandPalette.map(({ command, when }) => [command, when]));

/** Conditions that do not hold in a project without a team, hub, filter, results, selection or draft. */
const absent = /false|\.shown|\.hub|\.filtered|\.hasResults|resourceScheme == history|editorHas/;

/** What the palette lists in a project without a team, hub, filter or results: labels with their commands. */
const listed = (texts: Texts) =>
  contributes.commands
    .filter(({ command }) => !absent.test(whens.get(command) ?? ''))
    .map(({ command, title, category = '' }) => {
      const label = (of: Texts): string => `${said(category, of)}: ${said(title, of)}`;
      return { command: command.replace('historyStore.', ''), label: label(texts), alias: label(english) };
    })
    .sort((a, b) => a.label.localeCompare(b.label));

/** Matches as the editor's palette does: letters in order, each after another or at the beginning of a word. */
function matchesWords(typed: string, text: string): boolean {
  const isSeparator = (letter = ''): boolean => /[\s()[\]{}<>`'"\-/;:,.?!…]/.test(letter);
  const isStart = (at: number): boolean => at === 0 || isSeparator(text[at]) || isSeparator(text[at - 1]);
  const isSame = (a = '', b = ''): boolean => a === b || (isSeparator(a) && isSeparator(b));
  const from = (n: number, at: number): boolean => {
    if (n === typed.length) return true;
    if (at >= text.length || !isSame(typed[n], text[at])) return false;
    if (from(n + 1, at + 1)) return true;
    for (let next = at + 1; next < text.length; next++) if (isStart(next) && from(n + 1, next)) return true;
    return false;
  };
  return Array.from(text).some((_, at) => isStart(at) && from(0, at));
}

const isFound = (typed: string, label: string): boolean =>
  label.toLowerCase().includes(typed.toLowerCase()) || matchesWords(typed.toLowerCase(), label.toLowerCase());

const firstFor = (typed: string, texts: Texts): string | undefined =>
  listed(texts).find(({ label, alias }) => isFound(typed, label) || isFound(typed, alias))?.command;

const phrases = {
  english: {
    'History: Search': 'search',
    search: 'search',
    'search history': 'search',
    'new dialog': 'newDialog',
    'open dialog': 'openDialog',
    'active dialog': 'setActiveDialog',
    'open session': 'openSession',
    'filter sessions': 'filterSessions',
    'filter dialogs': 'filterDialogs',
    'keep all': 'keepAllSessions',
    'continue in': 'continueIn',
    overview: 'overview',
    insight: 'showInsight',
    'connect agents': 'connectAgents',
    'add memory': 'addMemory',
    'open memory': 'openMemory',
    'import memories': 'importMemories',
    'filter memories': 'filterMemories',
    'find secrets': 'findSecrets',
    'export all': 'exportAllDialogs',
    compact: 'compactDialog',
    summarize: 'summarizeSession',
    'clear dialog': 'clearDialog',
    'empty trash': 'emptyDialogTrash',
    'new context': 'newContext',
    'load context': 'loadContext',
    compare: 'compareContexts',
    rename: 'rename',
    'edit tags': 'editTags',
    'save clipboard': 'saveClipboard',
    refresh: 'refresh',
    share: 'share',
    'set up hub': 'setUpHub',
    'line history': 'toggleLineHistory',
    'get started': 'openWalkthrough',
  },
  chinese: {
    搜索: 'search',
    搜索历史: 'search',
    新建对话: 'newDialog',
    打开对话: 'openDialog',
    当前对话: 'setActiveDialog',
    打开会话: 'openSession',
    筛选会话: 'filterSessions',
    筛选对话: 'filterDialogs',
    保留会话: 'archiveSession',
    保留所有: 'keepAllSessions',
    继续于: 'continueIn',
    概览: 'overview',
    洞察: 'showInsight',
    连接智能体: 'connectAgents',
    添加记忆: 'addMemory',
    打开记忆: 'openMemory',
    导入记忆: 'importMemories',
    筛选记忆: 'filterMemories',
    查找密钥: 'findSecrets',
    导出全部: 'exportAllDialogs',
    压缩: 'compactDialog',
    会话写摘要: 'summarizeSession',
    清空对话: 'clearDialog',
    回收站: 'emptyDialogTrash',
    新建上下文: 'newContext',
    加载上下文: 'loadContext',
    比较: 'compareContexts',
    重命名: 'rename',
    编辑标签: 'editTags',
    剪贴板内容: 'saveClipboard',
    刷新: 'refresh',
    团队共享: 'share',
    设置中心: 'setUpHub',
    行历史: 'toggleLineHistory',
    教程: 'openWalkthrough',
  },
} as const;

describe('what is typed in the palette', () => {
  for (const [language, texts] of Object.entries({ english, chinese }))
    it(`finds the command that is meant first, in ${language}`, () => {
      const wanted: Readonly<Record<string, string>> =
        language === 'english' ? phrases.english : phrases.chinese;
      const found = Object.fromEntries(Object.keys(wanted).map((typed) => [typed, firstFor(typed, texts)]));
      assert.deepEqual(found, wanted);
    });
});
