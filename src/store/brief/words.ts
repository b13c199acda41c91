import type { Language } from '../base/core.ts';
import type { Outcome } from '../facts/outcomes.ts';

/** What a brief says in words of its own, in a language. */
export interface BriefWords {
  readonly outcomes: Readonly<Record<Outcome, string>>;
  /** Of commands that only look, each with how it ended. */
  readonly looked: (commands: string) => string;
  readonly times: (count: number) => string;
  /** What a command said when it failed before, and the files that were changed until it did well. */
  readonly solved: (problem: string, files: string) => string;
  /** What a command said when it failed. */
  readonly problem: (problem: string) => string;
  readonly deleted: string;
  readonly approved: (plan: string) => string;
  readonly changedSince: (changed: number, all: number, names: string) => string;
}

const en: BriefWords = {
  outcomes: {
    ...{ passed: 'passed', failed: 'failed', cancelled: 'cancelled', running: 'runs in the background' },
    unknown: 'outcome unknown',
  },
  looked: (commands) => `looked: ${commands}`,
  times: (count) => `${count}×`,
  solved: (problem, files) => ` (solved: ${problem}${files === '' ? '' : `, by ${files}`})`,
  problem: (problem) => `: ${problem}`,
  deleted: 'deleted',
  approved: (plan) => `plan approved: ${plan}`,
  changedSince: (changed, all, names) =>
    `* ${changed} of ${all} files changed since${names === '' ? '' : `: ${names}`}`,
};

const zh: BriefWords = {
  outcomes: {
    ...{ passed: '成功', failed: '失败', cancelled: '已取消', running: '在后台运行' },
    unknown: '结果未知',
  },
  looked: (commands) => `查看：${commands}`,
  times: (count) => `${count} 次`,
  solved: (problem, files) => `（已解决：${problem}${files === '' ? '' : `，改了 ${files}`}）`,
  problem: (problem) => `：${problem}`,
  deleted: '已删除',
  approved: (plan) => `已批准的计划：${plan}`,
  changedSince: (changed, all, names) =>
    `* 此后 ${all} 个文件中有 ${changed} 个又被更改${names === '' ? '' : `：${names}`}`,
};

export const briefWords: Readonly<Record<Language, BriefWords>> = { en, zh };
