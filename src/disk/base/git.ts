import { homeFolder } from './stateFolder.ts';
import { realOf, topOf } from './projectFolder.ts';
import { devNull } from 'node:os';
import { join, relative, sep } from 'node:path';
import { runProgram } from './runProgram.ts';

/*
 * The only module that runs git. A repository may come from anywhere, so nothing that it configures is executed: git
 * starts at the top of the working tree, never below, where another repository may be hidden; and everything that
 * would run a program is disabled.
 */

/** Git answers at once, unless the disk is suspended. Milliseconds. */
const withinMs = 4_000;

/** Settings of git-config(1) that keep our commands, and what git starts on its own, from running programs. */
const settings = [
  ...['safe.bareRepository=explicit', 'protocol.allow=never', 'core.fsmonitor=false'],
  ...[`core.hooksPath=${devNull}`, 'log.showSignature=false', 'gc.auto=0', 'maintenance.auto=false'],
].flatMap((setting) => ['-c', setting]);

const options = ['--no-pager', ...settings];

/**
 * Runs git in the repository around a folder and returns its standard output; undefined if it fails, and if there is
 * no repository or no git. `paths` are absolute and follow the arguments, relative to the top.
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

/** Runs git in the repository around a folder with a text on standard input; see `git`. */
export async function gitWithInput(
  folder: string,
  args: readonly string[],
  input: string,
): Promise<string | undefined> {
  const top = topOf(folder);
  return top === undefined ? undefined : run(top, args, { input });
}

/**
 * Reads a setting that applies in a folder, in a repository or not; undefined if it is missing, or if there is no
 * git.
 */
export function gitSetting(folder: string, key: string): Promise<string | undefined> {
  const top = topOf(folder);
  return top === undefined
    ? run(homeFolder(), ['config', '--global', '--get', key], { project: folder })
    : run(top, ['config', '--get', key]);
}

/** A path in a folder as git names it, relative to the top of the working tree around that folder. */
export function pathFrom(top: string, folder: string, path: string): string {
  const way = relative(top, join(realOf(folder), relative(folder, path)));
  return way.split(sep).join('/');
}

async function run(
  cwd: string,
  args: readonly string[],
  { project = cwd, input = '' } = {},
): Promise<string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  const env = {
    ...Object.fromEntries(own),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'none', // a repository may allow a protocol by its name, over `protocol.allow`
  };
  const { code, stdout } = await runProgram('git', [...options, ...args], {
    cwd,
    env,
    withinMs,
    project,
    input,
  });
  return code === 0 ? stdout : undefined;
}
