import { env, l10n } from 'vscode';
import type { Localised, PaneFailure } from '../../protocol/paneMessages.ts';
import { errorText } from '../base/notices.ts';

/** Returns a pane's texts in the editor's language, or in English if untranslated; translated once. */
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

/** Returns a pane's content for something that cannot be read. */
export const paneFailure = <Resource, Strings>(
  resource: Resource,
  error: unknown,
  texts: Localised<Strings>,
): PaneFailure<Resource, Strings> => ({ type: 'failure', resource, reason: errorText(error), ...texts });
