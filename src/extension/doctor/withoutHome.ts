import { homedir } from 'node:os';

/** What may be part of a name in a path. */
const nameStart = /^[\p{L}\p{N}._-]/u;
const nameEnd = /[\p{L}\p{N}._-]$/u;

/** A text, which may be JSON, in which the person's home folder is `~`. */
export function withoutHome(text: string, home = homedir()): string {
  if (home.length < 2) return text;
  const inJson = JSON.stringify(home).slice(1, -1);
  return [inJson, home].reduce(shortened, text);
}

/** Of folders whose names only begin or end like it nothing is left out. */
function shortened(text: string, home: string): string {
  return text.split(home).reduce((before, after) => {
    const isWhole = !nameStart.test(after) && !nameEnd.test(before);
    return `${before}${isWhole ? '~' : home}${after}`;
  });
}
