import { fullChinese, minimalChinese } from './chinese.ts';
import { fullEnglish, minimalEnglish } from './english.ts';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

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

/** The language a process was started in, from the usual variables: Chinese for `zh…`, otherwise English. */
export function languageFromEnvironment(env: Readonly<Record<string, string | undefined>>): Language {
  const locale =
    [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== '') ?? '';
  return /^zh\b|^zh_/i.test(locale) ? 'zh' : 'en';
}
