import type { Language } from '../../store/base/core.ts';

/** What the prompts about memories say. */
export interface MemoryTexts {
  readonly review: (time: string, focus: string | undefined) => string;
  readonly analyse: (total: number) => string;
  readonly export: (format: string) => string;
  readonly cleanUp: (groups: number, olderThan: string | undefined) => string;
  readonly learn: (tag: string) => string;
  readonly questions: string;
  readonly none: string;
  readonly more: (count: number) => string;
}

const en: MemoryTexts = {
  review: (time, focus) =>
    `Review these memories of ${time}${focus === undefined ? '' : `, above all about ${focus}`}. Say what matters in them, which are out of date or say the same (delete_memory), and which tags would help to find them (update_memory_metadata). Ask before you delete.`,
  analyse: (total) => `Find patterns, themes and gaps in these ${total} memories.`,
  export: (format) => `The memories as ${format}:`,
  cleanUp: (groups, olderThan) =>
    `Clean up the memories of this project. ${groups} groups of them say nearly the same (below).${olderThan === undefined ? '' : ` Look also at what is older than ${olderThan}.`} First call memory_cleanup${olderThan === undefined ? '' : ` with older_than ${JSON.stringify(olderThan)}`}, which only tells what it would do; show that to the user, and with consent call it with dry_run=false.`,
  learn: (tag) =>
    `Store this note with store_memory, memory_type "learning", tags ["learning", ${JSON.stringify(tag)}]; complete it where you know more.`,
  questions: '## Open questions',
  none: 'There are no memories of this kind.',
  more: (count) => `… and ${count} more: find them with retrieve_memory or search_by_tag.`,
};

const zh: MemoryTexts = {
  review: (time, focus) =>
    `请回顾以下来自“${time}”的记忆${focus === undefined ? '' : `，重点关注：${focus}`}。说明其中重要的内容，哪些已过时或重复（delete_memory），以及补充哪些标签更便于检索（update_memory_metadata）。删除前请先询问。`,
  analyse: (total) => `请找出以下 ${total} 条记忆中的规律、主题和缺失。`,
  export: (format) => `以 ${format} 格式导出的记忆：`,
  cleanUp: (groups, olderThan) =>
    `请清理本项目的记忆。其中有 ${groups} 组内容几乎相同（见下）。${olderThan === undefined ? '' : `另请检查早于 ${olderThan} 的记忆。`}先调用 memory_cleanup${olderThan === undefined ? '' : `（older_than 为 ${JSON.stringify(olderThan)}）`}，它只报告将要做什么；请展示给用户，经同意后再以 dry_run=false 调用。`,
  learn: (tag) =>
    `请用 store_memory 保存下面的笔记，memory_type 为 "learning"，tags 为 ["learning", ${JSON.stringify(tag)}]；如有补充请一并写入。`,
  questions: '## 待解决的问题',
  none: '没有这样的记忆。',
  more: (count) => `……另有 ${count} 条：可用 retrieve_memory 或 search_by_tag 查找。`,
};

/** The texts by language. */
export const memoryTexts: Readonly<Record<Language, MemoryTexts>> = { en, zh };
