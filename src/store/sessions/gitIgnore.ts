import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { existsForeign, foreignText } from '../files/foreign.ts';

/** The rules of one `.gitignore`. */
interface Rules {
  /** Absolute path of the folder they are for. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** Which paths git ignores in a folder: the rules of every `.gitignore` from the top of the repository down to it. */
export class GitIgnore {
  readonly #rules: readonly Rules[];

  private constructor(rules: readonly Rules[]) {
    this.#rules = rules;
  }

  /** The rules around a folder, its own not yet included. */
  static async around(folder: string): Promise<GitIgnore> {
    const parents: string[] = [];
    let top = folder;
    while (!(await existsForeign(join(top, '.git')))) {
      const parent = dirname(top);
      if (parent === top) return new GitIgnore([]); // in no repository
      parents.unshift(parent);
      top = parent;
    }
    let found = new GitIgnore(await rulesOf(top, join('.git', 'info', 'exclude')));
    for (const parent of parents) found = await found.within(parent);
    return found;
  }

  /** The same rules and those of a folder below. */
  async within(folder: string): Promise<GitIgnore> {
    const rules = await rulesOf(folder, '.gitignore');
    return rules.length === 0 ? this : new GitIgnore([...this.#rules, ...rules]);
  }

  /** Whether git ignores a path in the innermost folder; deeper rules win, of one file the last. */
  ignores(path: string, isFolder: boolean): boolean {
    for (const { folder, rules } of this.#rules.toReversed()) {
      const name = relative(folder, path).split(sep).join('/');
      const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

/** Larger files hold no rules that somebody wrote. Bytes. */
const maxBytes = 1024 * 1024;

async function rulesOf(folder: string, name: string): Promise<Rules[]> {
  // Where there are no rules, or none that may be read, nothing is ignored.
  const text = await foreignText(join(folder, name), maxBytes);
  return text === undefined ? [] : [{ folder, rules: ignore().add(text) }];
}
