import fs from 'node:fs';

/** Differs whenever a file does: inode, size, time of change. Undefined when it is not there. */
export function fileFingerprint(path: string): string | undefined {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}
