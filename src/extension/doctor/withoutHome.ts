import { homeFolder } from '../../disk/base/stateFolder.ts';

/** Characters that may be part of a name in a path. */
const nameStart = /^[\p{L}\p{N}._-]/u;
const nameEnd = /[\p{L}\p{N}._-]$/u;

/** Replaces the home folder with `~` in a text, which may be JSON. */
export function withoutHome(text: string, home = homeFolder()): string {
  if (home.length < 2) return text;
  const inJson = JSON.stringify(home).slice(1, -1);
  return [inJson, home].reduce(shortened, text);
}

/** Leaves folders whose names only start or end like it. */
function shortened(text: string, home: string): string {
  return text.split(home).reduce((before, after) => {
    const isWhole = !nameStart.test(after) && !nameEnd.test(before);
    return `${before}${isWhole ? '~' : home}${after}`;
  });
}
