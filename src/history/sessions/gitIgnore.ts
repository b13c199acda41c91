import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { existsForeign, foreignText } from '../../disk/files/foreign.ts';

/** The rules of one `.gitignore`. */
interface Rules {
  /** Absolute path of their folder. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** The paths that git ignores in a folder, by every `.gitignore` from the top of the repository down. */
export class GitIgnore {
  readonly #rules: readonly Rules[];

  private constructor(rules: readonly Rules[]) {
    this.#rules = rules;
  }

  /** Reads the rules of the folders above, without the folder's own. */
  static async around(folder: string): Promise<GitIgnore> {
    const parents: string[] = [];
    let top = folder;
    while (!(await existsForeign(join(top, '.git')))) {
      const parent = dirname(top);
      if (parent === top) return new GitIgnore([]); // outside any repository
      parents.unshift(parent);
      top = parent;
    }
    let found = new GitIgnore(await rulesOf(top, join('.git', 'info', 'exclude')));
    for (const parent of parents) found = await found.within(parent);
    return found;
  }

  /** Adds the rules of a folder below. */
  async within(folder: string): Promise<GitIgnore> {
    const rules = await rulesOf(folder, '.gitignore');
    return rules.length === 0 ? this : new GitIgnore([...this.#rules, ...rules]);
  }

  /** Reports whether git ignores a path; deeper rules win, then later ones. */
  ignores(path: string, isFolder: boolean): boolean {
    for (const { folder, rules } of this.#rules.toReversed()) {
      const name = relative(folder, path).split(sep).join('/');
      const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

/** Larger files are not written by hand. Bytes. */
const maxBytes = 1024 * 1024;

async function rulesOf(folder: string, name: string): Promise<Rules[]> {
  // Missing or unreadable rules ignore nothing.
  const text = await foreignText(join(folder, name), maxBytes);
  return text === undefined ? [] : [{ folder, rules: ignore().add(text) }];
}
