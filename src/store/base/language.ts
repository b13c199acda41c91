import type { Environment } from './limits.ts';
import { StoreError } from './errors.ts';

/** Of texts for agents. */
export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Says which language a server speaks, whatever the system's is: `en` or `zh`. */
export const languageVariable = 'HISTORY_LANGUAGE';

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
