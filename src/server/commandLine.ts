import { type Environment, limitsFromEnvironment, type Limits } from '../store/base/limits.ts';
import { statSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defined, errno, type Language, type Log, StoreError } from '../store/base/core.ts';
import { contains, isTooWide, projectOf } from '../store/base/projectFolder.ts';
import {
  languageFromEnvironment,
  languageVariable,
  secretsFromEnvironment,
  type SecretsMode,
} from '../store/base/context.ts';
import { embeddingsFromEnvironment, type EmbeddingProvider } from '../store/embeddings/embeddings.ts';
import { httpSettings, type HttpSettings } from './http/httpSettings.ts';
import { hubChoice, type HubChoice } from './hubChoice.ts';
import type { ToolChoice } from './offerChoice.ts';

export interface CommandLine {
  readonly show?: 'help' | 'version';
  /** Absolute, in the order given. The working folder (`.`) stands for the project it belongs to. */
  readonly roots: readonly string[];
  /** Where the server was started, if calls that name no project may mean that one. */
  readonly workingFolder?: string;
  /** Roots that are no folder now; calls to them will say so. */
  readonly missingRoots: readonly string[];
  /** `CODEX_HISTORY_ROOT`, absolute. */
  readonly base?: string;
  readonly limits: Limits;
  readonly secrets: SecretsMode;
  /** What makes vectors for search; mostly nothing does. */
  readonly embeddings?: EmbeddingProvider;
  /** Of this program's own texts and of the prompts: English unless the environment says Chinese. */
  readonly language: Language;
  /** Of what is handed over of archived contexts: Chinese, as originally worded, unless the environment says English. */
  readonly contextLanguage: Language;
  readonly tools: ToolChoice;
  /** The name of this machine, where memories are to say where they come from: `INCLUDE_HOSTNAME`. */
  readonly hostname?: string;
  /** Undefined: standard input and output. */
  readonly http?: HttpSettings;
  /** Answers come from there, and not from files of this machine. */
  readonly hub?: HubChoice;
}

interface StartSurroundings {
  readonly env: Environment;
  readonly cwd: string;
  /** The folder of this program, without links. */
  readonly program: string;
  readonly log: Log;
}

/**
 * Reads what the server was started with. Throws a `StoreError` for a wrong argument, which somebody types; a wrong
 * setting of the environment is told, and brought into range or left out, as nobody may be there to see an end.
 */
export function readCommandLine(
  args: readonly string[],
  { env, cwd, program, log }: StartSurroundings,
): CommandLine {
  const flags = parseFlags(args);
  const hub = hubChoice(flags, env);
  const { roots, workingFolder } = rootsOf(flags.root ?? [], cwd, log);
  const base = setting(log, () => historyRoot(env));
  const embeddings = setting(log, () => embeddingsFromEnvironment(env));
  const http = httpSettings(flags, env, log);
  const spoken = setting(log, () => languageFromEnvironment(env, 'en'));
  const known = spoken === undefined ? { ...env, [languageVariable]: '' } : env;
  return {
    ...(flags.help ? { show: 'help' } : flags.version ? { show: 'version' } : {}),
    roots,
    // Agents start the servers of plugins in the folder of the plugin, which says nothing.
    ...(workingFolder && !http && !hub && !contains(program, cwd) && { workingFolder: cwd }),
    missingRoots: roots.filter((root) => !statSync(root, { throwIfNoEntry: false })?.isDirectory()),
    ...defined({ base }),
    limits: limitsFromEnvironment(env, log),
    secrets: secretsFromEnvironment(env, log),
    ...(embeddings && { embeddings }),
    language: languageFromEnvironment(known, 'en'),
    contextLanguage: languageFromEnvironment(known, 'zh'),
    tools:
      flags.tools === undefined
        ? { which: env.HISTORY_TOOLS ?? '', source: 'HISTORY_TOOLS' }
        : { which: flags.tools, source: '--tools' },
    ...(/^true$/i.test(env.INCLUDE_HOSTNAME ?? '') && { hostname: hostname() }),
    ...(http && { http }),
    ...(hub && { hub }),
  };
}

/** What a setting says; undefined, and a warning, where it cannot be read. */
function setting<Value>(log: Log, read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.warn(`${error.message} It is left out.`);
    return undefined;
  }
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        stdio: { type: 'boolean' },
        http: { type: 'boolean' },
        host: { type: 'string' },
        port: { type: 'string' },
        root: { type: 'string', multiple: true },
        tools: { type: 'string' },
        hub: { type: 'string' },
        project: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    }).values;
  } catch (error) {
    // What parseArgs throws is meant for the person at the keyboard; anything else is a bug.
    if (!errno(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
    const reason = error instanceof Error ? error.message : '';
    throw new StoreError(
      'invalid_argument',
      `${reason.replace(/\.?$/, '.')} Run with --help for what it takes.`,
    );
  }
}

/** The roots, and whether the working folder is one, or is all there is to tell the project. */
function rootsOf(folders: readonly string[], cwd: string, log: Log) {
  const isWorking = (root: string): boolean => /^\.[\\/]*$/.test(root);
  const roots = folders.flatMap((root) => {
    if (root === '') throw new StoreError('invalid_argument', '--root is empty; give the path of a folder.');
    if (!isWorking(root)) return resolve(cwd, root);
    const project = projectOf(cwd, homedir()) ?? (isTooWide(cwd, homedir()) ? undefined : resolve(cwd));
    if (project === undefined)
      log.warn(`--root ${root} is ${cwd}, which is not a project: calls must name theirs`);
    return project ?? [];
  });
  return { roots, workingFolder: roots.length === 0 || folders.some(isWorking) };
}

function historyRoot(env: Environment): string | undefined {
  const base = env.CODEX_HISTORY_ROOT;
  if (base === undefined || base === '') return undefined;
  if (isAbsolute(base)) return base;
  throw new StoreError(
    'invalid_argument',
    `CODEX_HISTORY_ROOT is ${JSON.stringify(base)}; set it to an absolute path, or unset it.`,
  );
}
