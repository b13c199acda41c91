import type { RulesKind } from '../../agents/profile/parts.ts';
import type { Language } from '../../disk/base/core.ts';
import { fullChinese, minimalChinese } from './chinese.ts';
import { fullEnglish, minimalEnglish } from './english.ts';

export interface RulesOptions {
  /** Inserted as the project's path; without it, the text contains a placeholder. */
  readonly projectRoot?: string;
}

const texts = {
  full: { en: fullEnglish, zh: fullChinese },
  minimal: { en: minimalEnglish, zh: minimalChinese },
} as const satisfies Record<RulesKind, Record<Language, (projectRoot: string) => string>>;

/**
 * Returns the rules by which an agent maintains a project's history with the `history_*` tools, ending with a
 * newline.
 */
export function agentRules(kind: RulesKind, language: Language, options: RulesOptions = {}): string {
  return texts[kind][language](options.projectRoot ?? '<ABS_PROJECT_ROOT>');
}
