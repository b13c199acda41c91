import type { Language } from '../base/core.ts';
import { fullChinese, minimalChinese } from './chinese.ts';
import { fullEnglish, minimalEnglish } from './english.ts';

/** `full` is for an agent's lasting instructions (AGENTS.md and the like), `minimal` for pasting into a chat. */
export type RulesKind = 'full' | 'minimal';

export interface RulesOptions {
  /** Written into the text as the project's path; without it the text keeps a placeholder to fill in. */
  readonly projectRoot?: string;
}

const texts = {
  full: { en: fullEnglish, zh: fullChinese },
  minimal: { en: minimalEnglish, zh: minimalChinese },
} as const satisfies Record<RulesKind, Record<Language, (projectRoot: string) => string>>;

/** The rules by which an agent keeps a project's history with the `history_*` tools. Ends with a newline. */
export function agentRules(kind: RulesKind, language: Language, options: RulesOptions = {}): string {
  return texts[kind][language](options.projectRoot ?? '<ABS_PROJECT_ROOT>');
}
