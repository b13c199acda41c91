import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../editor/places.ts';
import { readTheme, themes } from './paneServer.ts';

const folder = join(projectRoot, 'src/webview/styles');
const css = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

describe('styles of the pane', () => {
  it('take their colours only from the theme', () => {
    const literal = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/gi;
    assert.deepEqual(css.match(literal) ?? [], []);
  });

  it('use only variables of VS Code', () => {
    const known = new Set(themes.flatMap((theme) => Object.keys(readTheme(theme).variables)));
    // Set by themes and settings none of the four has, and by newer versions than theirs.
    for (const name of ['--vscode-contrastBorder', '--vscode-button-secondaryBorder']) known.add(name);
    const used = new Set(css.match(/--vscode-[\w-]+/g));
    assert.deepEqual(
      [...used].filter((name) => !known.has(name)),
      [],
    );
    assert.ok(used.size > 30);
  });
});
