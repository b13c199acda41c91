// Checks the catalogue of texts: every text that is said has a translation, and every translation is used.
//   node scripts/texts.mjs
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { require } from 'tsx/cjs/api';

export const chineseBundle = 'l10n/bundle.l10n.zh-cn.json';
const englishBundle = 'l10n/bundle.l10n.json';

const read = (file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

const sources = (folder) =>
  readdirSync(join(import.meta.dirname, '../src', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('src', folder, name));

const literals = [/(?='((?:[^'\\\n]|\\.)*)')/g, /(?="((?:[^"\\\n]|\\.)*)")/g, /(?=`((?:[^`\\]|\\.)*)`)/g];

/** Every text in quotes in the sources of a folder, and what looks like one. */
function literalsIn(folder) {
  const found = new Set();
  for (const file of sources(folder))
    for (const literal of literals)
      for (const [, text] of read(file).matchAll(literal))
        found.add(text.replaceAll(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character)));
  return found;
}

/** A call of the editor's function with a literal as its first argument, whatever its quotes. */
const call = /\bl10n\.t\((?:\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\$]|\\.)*`)\s*[,)])?/g;

/** The texts of the editor, and of the page that chats show, which are told no type of them. */
function textsOfEditor() {
  const { panes } = require('../src/protocol/panes.ts', import.meta.url);
  const { chatStrings } = require('../src/protocol/chatStrings.ts', import.meta.url);
  const texts = sources('extension').flatMap((file) =>
    [...read(file).matchAll(call)].flatMap(([begin, literal]) => {
      if (literal !== undefined) return [runInNewContext(literal)];
      // The call that translates the texts of all panes, which the protocol lists.
      if (basename(file) === 'paneTexts.ts')
        return Object.values(panes).flatMap(({ strings }) => Object.values(strings));
      throw new Error(`${file}: ${begin} has no literal text.`);
    }),
  );
  return [...texts, ...Object.values(chatStrings)];
}

/** Problems of the catalogue. What the other programs say is checked by the compiler, as the type `Text`. */
export function textProblems() {
  const chinese = Object.keys(JSON.parse(read(chineseBundle)));
  const english = Object.keys(JSON.parse(read(englishBundle)));
  const used = literalsIn('');
  const lacks = (keys, bundle) => {
    const known = new Set(bundle);
    return [...new Set(keys)].filter((key) => !known.has(key));
  };
  return [
    ...lacks(textsOfEditor(), chinese).map((text) => `${chineseBundle} lacks: ${text}`),
    ...lacks(english, chinese).map((text) => `${chineseBundle} lacks: ${text}`),
    ...lacks(chinese, english).map((text) => `${englishBundle} lacks: ${text}`),
    ...chinese.filter((text) => !used.has(text)).map((text) => `No program says: ${text}`),
  ];
}

/** The translations that programs outside the editor need. */
export function textsOfPrograms() {
  const inEditor = new Set(['extension', 'webview', 'markdown', 'protocol']);
  const folders = readdirSync(join(import.meta.dirname, '../src')).filter((folder) => !inEditor.has(folder));
  const used = folders.map(literalsIn);
  const all = Object.entries(JSON.parse(read(chineseBundle)));
  return Object.fromEntries(all.filter(([text]) => used.some((texts) => texts.has(text))));
}

if (process.argv[1] === import.meta.filename) {
  const problems = textProblems();
  for (const problem of problems) console.log(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
