import { env, l10n } from 'vscode';
import type { Localised, PaneFailure } from '../../protocol/paneMessages.ts';
import { errorText } from '../base/notices.ts';

/** The texts of a pane in the editor's language; those without a translation stay English. They are translated once. */
export function paneTexts<Strings extends Readonly<Record<string, string>>>(
  english: Strings,
): () => Localised<Strings> {
  let strings: Strings | undefined;
  return () => {
    strings ??= { ...english, ...Object.fromEntries(translations(english)) };
    return { locale: env.language, strings };
  };
}

const translations = (english: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(english).map(([key, text]) => [key, l10n.t(text)]);

/** What a pane shows of something that cannot be read. */
export const paneFailure = <Resource, Strings>(
  resource: Resource,
  error: unknown,
  texts: Localised<Strings>,
): PaneFailure<Resource, Strings> => ({ type: 'failure', resource, reason: errorText(error), ...texts });
