import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where files are meanwhile. What was broken off leaves them there, for whatever restores them next. */
const kept = '.packing';

/** Puts something else in the place of files of the root folder, by their names: what is made of their text. */
export function replaceFiles(made) {
  restoreFiles();
  mkdirSync(kept);
  for (const [name, make] of Object.entries(made)) {
    const text = readFileSync(name, 'utf8');
    renameSync(name, join(kept, name));
    writeFileSync(name, make(text));
  }
}

/** Puts the files back that were replaced, if there are any. */
export function restoreFiles() {
  if (!existsSync(kept)) return;
  for (const name of readdirSync(kept)) renameSync(join(kept, name), name);
  rmSync(kept, { recursive: true });
}
