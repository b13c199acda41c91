import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../editor/places.ts';

/** Makes of the project, as it is now, what a clone of it would be, with the packages it needs. */
export function cleanClone(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0')) {
    const from = join(projectRoot, file);
    if (file === 'node_modules' || fs.statSync(from, { throwIfNoEntry: false })?.isFile() !== true) continue;
    fs.mkdirSync(dirname(join(folder, file)), { recursive: true });
    fs.copyFileSync(from, join(folder, file));
  }
  fs.symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** The files in a folder and those below it, as sorted paths with `/`. */
export const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
