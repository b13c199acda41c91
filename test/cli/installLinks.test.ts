import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** What people and agents read or start; `server.json` is for the day of publication. */
const places = ['README.md', 'README.zh-CN.md', 'docs', 'plugin/skills', 'src', 'package.nls.json', 'l10n'];

function filesOf(path: string): readonly string[] {
  if (fs.statSync(path).isFile()) return [path];
  return fs.readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}

describe('the unpublished package name', () => {
  it('is requested from a registry by no page and no generated or started command', () => {
    const asking = places
      .flatMap((place) => filesOf(join(root, place)))
      .filter((file) =>
        /\b(?:npx|npm exec|bunx|pnpm dlx)\b[^\n]{0,40}(?<![./])mcp-history-store(?!-\d)/.test(
          fs.readFileSync(file, 'utf8'),
        ),
      )
      .map((file) => relative(root, file));
    assert.deepEqual(asking, []);
  });
});
