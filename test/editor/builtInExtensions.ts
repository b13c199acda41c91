import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installEditor } from './editorInstall.ts';

/** What the product works with. The others, nearly a hundred, take two seconds of a processor at each start. */
const needed = [
  ...['theme-defaults', 'theme-seti'],
  ...['javascript', 'typescript-basics', 'json', 'markdown-basics', 'markdown-language-features'],
];

/** Makes a folder that holds those of the editor's own extensions that the product works with. */
export function neededBuiltIns(folder: string): string {
  if (existsSync(folder)) return folder; // of a profile that is used again
  mkdirSync(folder, { recursive: true });
  const all = join(dirname(installEditor().serverMain), '../extensions');
  for (const name of needed) symlinkSync(join(all, name), join(folder, name));
  return folder;
}
