import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installEditor } from './editorInstall.ts';

/** What the product works with. */
const needed = new Set([
  ...['theme-defaults', 'theme-seti'],
  ...['javascript', 'typescript-basics', 'json', 'markdown-basics', 'markdown-language-features'],
]);

/**
 * Makes a folder that holds those of the editor's own extensions that the product works with: all of them, nearly a
 * hundred, take a second of a processor more at each start. Those that have a form for browsers are there too, because
 * else the editor looks for that form, finds none, and says so in notices.
 */
export function neededBuiltIns(folder: string): string {
  if (existsSync(folder)) return folder; // of a profile that is used again
  mkdirSync(folder, { recursive: true });
  const all = join(dirname(installEditor().serverMain), '../extensions');
  for (const name of readdirSync(all))
    if (needed.has(name) || hasBrowserForm(join(all, name))) symlinkSync(join(all, name), join(folder, name));
  return folder;
}

function hasBrowserForm(extension: string): boolean {
  const manifest = join(extension, 'package.json');
  return existsSync(manifest) && 'browser' in (JSON.parse(readFileSync(manifest, 'utf8')) as object);
}
