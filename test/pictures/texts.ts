import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, jsonOf } from '../../src/disk/base/core.ts';
import { projectRoot } from '../editor/places.ts';

/** The languages of the product, as the editor is told them. */
export const pictureLanguages = ['en', 'zh-cn'] as const;
export type PictureLanguage = (typeof pictureLanguages)[number];

/** What the product says in a language. */
export interface Texts {
  /** Of `package.json`, by key, `command.search`. */
  readonly named: (key: string) => string;
  /** A command as the palette has it. */
  readonly command: (name: string) => string;
  /** Of the programs, by the English text, with what stands for `{0}` left out from there on. */
  readonly said: (english: string) => string;
}

export function textsIn(language: PictureLanguage): Texts {
  const manifest = read(language === 'en' ? 'package.nls.json' : `package.nls.${language}.json`);
  const bundle = language === 'en' ? {} : read(`l10n/bundle.l10n.${language}.json`);
  const named = (key: string): string => {
    const text = manifest[key];
    if (typeof text !== 'string') throw new Error(`package.nls has no text “${key}”.`);
    return text;
  };
  return {
    named,
    command: (name) => `${named('category')}: ${named(`command.${name}`)}`,
    said: (english) => beforePlace(bundle[english] ?? english),
  };
}

const beforePlace = (text: unknown): string => (typeof text === 'string' ? (text.split('{')[0] ?? '') : '');

function read(file: string): Readonly<Record<string, unknown>> {
  const value = jsonOf(readFileSync(join(projectRoot, file), 'utf8'));
  return isObject(value) ? value : {};
}

/** The views of the product in their order, without the beginning of their ids. */
export function viewNames(): readonly string[] {
  const { contributes } = read('package.json');
  const views = isObject(contributes) && isObject(contributes.views) ? contributes.views.historyStore : [];
  return Array.isArray(views)
    ? views.flatMap((view: unknown) =>
        isObject(view) && typeof view.id === 'string' ? [nameOf(view.id)] : [],
      )
    : [];
}

const nameOf = (id: string): string => id.replace(/^historyStore\./, '');
