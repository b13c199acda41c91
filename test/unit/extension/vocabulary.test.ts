import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => fs.readFileSync(join(root, file), 'utf8');
const texts = (file: string): [string, string][] =>
  Object.entries(JSON.parse(read(file)) as Record<string, string>);

/** The texts of the editor's code and of panes, each with its Chinese. */
function shownTexts(): [string, string][] {
  const files = ['src/extension', 'src/protocol'].flatMap((folder) =>
    fs
      .readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(join(folder, name))),
  );
  const code = files.join('\n').replaceAll("\\'", "'");
  return texts('l10n/bundle.l10n.zh-cn.json').filter(([text]) =>
    ["'", '`', '"'].some((quote) => code.includes(`${quote}${text}${quote}`)),
  );
}

/** Words of earlier versions: sessions are kept, and copied into dialogs; only memories are imported. */
const others = /archiv|\bimport(s|ed|ing)?\b|\bresume session|归档|导入|存档/i;

/** Settings of the file format, values that are typed, icons, and memories. */
const allowed =
  /^setting\.archive\.|^in dialogs, contexts, archives|^archive$|^\$\(archive\)|memor(y|ies)|^Import$/i;

describe('the vocabulary of the editor', () => {
  it('is keep, hide, delete, share and sync, in both languages', () => {
    const declared = ['package.nls.json', 'package.nls.zh-cn.json'].flatMap((file) => texts(file));
    const said = shownTexts().flatMap(([text, chinese]): [string, string][] => [
      [text, text],
      [text, chinese],
    ]);
    assert.ok(said.length > 1_500, `${said.length} texts`);
    const wrong = [...declared, ...said].filter(
      // The names of commands stay.
      ([key, text]) => !allowed.test(key) && others.test(text.replaceAll(/command:[\w.]+/g, '')),
    );
    assert.deepEqual(wrong, []);
  });
});
