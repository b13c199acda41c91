import fs from 'node:fs';
import { join, relative } from 'node:path';

/** Paths below a folder, those above first, with the bytes of files, and undefined for folders. */
export type Files = ReadonlyMap<string, Buffer | undefined>;

/** Reads everything below a folder. */
export function filesBelow(root: string, folder = root): Files {
  const found = new Map<string, Buffer | undefined>();
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      found.set(relative(root, path), undefined);
      for (const [name, bytes] of filesBelow(root, path)) found.set(name, bytes);
    } else found.set(relative(root, path), fs.readFileSync(path));
  }
  return found;
}

/** Makes a folder what it was. */
export function putBack(root: string, files: Files): void {
  for (const name of fs.readdirSync(root)) fs.rmSync(join(root, name), { recursive: true });
  for (const [name, bytes] of files)
    if (bytes) fs.writeFileSync(join(root, name), bytes, { mode: 0o600 });
    else fs.mkdirSync(join(root, name), { mode: 0o700 });
}
