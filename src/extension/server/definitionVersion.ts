import { createHash } from 'node:crypto';

/**
 * Returns a version that depends on how the server is started: editors cache its tools until the version changes, and
 * settings affect them too.
 */
export function definitionVersion(version: string, started: object): string {
  const mark = createHash('sha256').update(JSON.stringify(started)).digest('hex').slice(0, 8);
  return `${version}+${mark}`;
}
