import { StoreError } from '../base/errors.ts';
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

/** Says which language a server speaks, whatever the system's is: `en` or `zh`. */
export const languageVariable = 'HISTORY_LANGUAGE';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The language a process was started in: `HISTORY_LANGUAGE` (refused when it is neither `en` nor `zh`), else that of
 * the usual variables when it is English or Chinese, else `otherwise`.
 */
export function languageFromEnvironment(env: Environment, otherwise: Language): Language {
  const given = env[languageVariable];
  if (given !== undefined && given !== '') return checkedLanguage(given);
  const locale =
    [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== '') ?? '';
  return languages.find((language) => new RegExp(`^${language}(?![a-z])`, 'i').test(locale)) ?? otherwise;
}

function checkedLanguage(given: string): Language {
  const language = languages.find((known) => known === given);
  if (language) return language;
  throw new StoreError(
    'invalid_argument',
    `${languageVariable} is ${JSON.stringify(given)}; set it to ${languages.join(' or ')}, or unset it.`,
    { variable: languageVariable, value: given },
  );
}
