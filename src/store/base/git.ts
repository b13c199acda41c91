import { lstatSync, realpathSync } from 'node:fs';
import { devNull, homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { runProgram } from './runProgram.ts';

/*
 * The only way to git. A repository may come from anywhere, so nothing that it configures is run: git starts at the top
 * of the working tree and nowhere below, where a repository may be buried; and whatever would run a program is off.
 */

/** Git answers at once, or the disk is asleep. Milliseconds. */
const withinMs = 4_000;

/** Keys of git-config(1) by which what we ask would run a program, and what keeps these away from all we do not ask. */
const settings = [
  ...['safe.bareRepository=explicit', 'protocol.allow=never', 'core.fsmonitor=false'],
  ...[`core.hooksPath=${devNull}`, 'log.showSignature=false', 'gc.auto=0', 'maintenance.auto=false'],
].flatMap((setting) => ['-c', setting]);

const options = ['--no-pager', ...settings];

/** The top of the working tree around a folder: the nearest folder with a `.git`, from this one up. */
export function topOf(folder: string): string | undefined {
  for (let top = realOf(folder); ; top = dirname(top)) {
    if (isThere(join(top, '.git'))) return top;
    if (top === dirname(top)) return undefined;
  }
}

/**
 * Runs git in the repository around a folder and gives its standard output; undefined where it fails, and where there
 * is no repository or no git. `paths` are absolute and follow the arguments, from the top.
 */
export async function git(
  folder: string,
  args: readonly string[],
  paths: readonly string[] = [],
): Promise<string | undefined> {
  const top = topOf(folder);
  if (top === undefined) return undefined;
  const named = paths.map((path) => pathFrom(top, folder, path));
  return run(top, [...args, ...(named.length > 0 ? ['--', ...named] : [])]);
}

/** Reads a setting that holds in a folder, in a repository or not; undefined where it is missing, or there is no git. */
export function gitSetting(folder: string, key: string): Promise<string | undefined> {
  const top = topOf(folder);
  return top === undefined
    ? run(homedir(), ['config', '--global', '--get', key], folder)
    : run(top, ['config', '--get', key]);
}

/** A path below a folder as git names it from the top of the working tree around that folder. */
export function pathFrom(top: string, folder: string, path: string): string {
  const way = relative(top, join(realOf(folder), relative(folder, path)));
  return way.split(sep).join('/');
}

async function run(cwd: string, args: readonly string[], project = cwd): Promise<string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  const env = {
    ...Object.fromEntries(own),
    ...{ GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' },
    GIT_ALLOW_PROTOCOL: 'none', // a repository may allow a protocol by its name, over `protocol.allow`
  };
  const { code, stdout } = await runProgram('git', [...options, ...args], {
    ...{ cwd, env, withinMs, project },
  });
  return code === 0 ? stdout : undefined;
}

const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // closed to this user, so git could not read it either
  }
};

/** A folder without links, also one that is not there yet. */
function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    const above = dirname(folder);
    return above === folder ? folder : join(realOf(above), relative(above, folder));
  }
}
