import fs from 'node:fs';
import { join, relative } from 'node:path';

/** What lies below a folder by its path there, those above first: bytes of files, undefined for folders. */
export function filesBelow(root: string, folder = root): ReadonlyMap<string, Buffer | undefined> {
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
export function putBack(root: string, files: ReadonlyMap<string, Buffer | undefined>): void {
  for (const name of fs.readdirSync(root)) fs.rmSync(join(root, name), { recursive: true });
  for (const [name, bytes] of files)
    if (bytes) fs.writeFileSync(join(root, name), bytes, { mode: 0o600 });
    else fs.mkdirSync(join(root, name), { mode: 0o700 });
}
