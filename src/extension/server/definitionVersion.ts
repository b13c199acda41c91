import { createHash } from 'node:crypto';

/**
 * The version of a server that is started in this way: editors keep a server's list of tools until its version
 * changes, and settings change the list, too.
 */
export function definitionVersion(version: string, started: object): string {
  const mark = createHash('sha256').update(JSON.stringify(started)).digest('hex').slice(0, 8);
  return `${version}+${mark}`;
}
