import { homeFolder } from '../disk/base/stateFolder.ts';
import { type Environment, limitsFromEnvironment, type Limits } from '../disk/base/limits.ts';
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defined, errno, type Language, type Log, StoreError } from '../disk/base/core.ts';
import { contains, isTooWide, projectOf } from '../disk/base/projectFolder.ts';
import {
  languageFromEnvironment,
  languageVariable,
  secretsFromEnvironment,
  type SecretsMode,
} from '../disk/base/context.ts';
import { embeddingsFromEnvironment, type EmbeddingProvider } from '../history/embeddings/embeddings.ts';
import { httpSettings, type HttpSettings } from './http/httpSettings.ts';
import { hubChoice, type HubChoice } from './hubChoice.ts';
import type { ToolChoice } from './offerChoice.ts';

export interface CommandLine {
  readonly show?: 'help' | 'version';
  /** Absolute, in the given order. The working folder (`.`) becomes its project. */
  readonly roots: readonly string[];
  /** The working folder, if it may identify the project of calls. */
  readonly workingFolder?: string;
  /** Roots that do not exist as folders; calls to them fail. */
  readonly missingRoots: readonly string[];
  /** `CODEX_HISTORY_ROOT`, absolute. */
  readonly base?: string;
  readonly limits: Limits;
  readonly secrets: SecretsMode;
  /** Computes vectors for search; usually absent. */
  readonly embeddings?: EmbeddingProvider;
  /** Language of this program's texts and prompts: English unless the environment sets Chinese. */
  readonly language: Language;
  /** Language of loaded contexts: Chinese, the original wording, unless the environment sets English. */
  readonly contextLanguage: Language;
  readonly tools: ToolChoice;
  /** Name of this machine, where memories should record it: `INCLUDE_HOSTNAME`. */
  readonly hostname?: string;
  /** Undefined for standard input and output. */
  readonly http?: HttpSettings;
  /** Answers from a hub instead of files of this machine. */
  readonly hub?: HubChoice;
}

interface StartContext {
  readonly env: Environment;
  readonly cwd: string;
  /** The folder of this program, without links. */
  readonly program: string;
  readonly log: Log;
}

/**
 * Parses the arguments and the environment. Throws a `StoreError` for a wrong argument, typed by a person; a wrong
 * setting of the environment is logged and adjusted or ignored, as no one may see the failure.
 */
export function readCommandLine(
  args: readonly string[],
  { env, cwd, program, log }: StartContext,
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
    // Agents start the servers of plugins in the plugin's folder, which is meaningless.
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

/** Reads a setting; logs a warning and returns undefined for an invalid one. */
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
    // Messages of parseArgs are for the person at the keyboard; anything else is a bug.
    if (!errno(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
    const reason = error instanceof Error ? error.message : '';
    throw new StoreError(
      'invalid_argument',
      `${reason.replace(/\.?$/, '.')} Run with --help for what it takes.`,
    );
  }
}

/** Resolves the roots, and whether the working folder is one or is the only hint at the project. */
function rootsOf(folders: readonly string[], cwd: string, log: Log) {
  const isWorking = (root: string): boolean => /^\.[\\/]*$/.test(root);
  const roots = folders.flatMap((root) => {
    if (root === '') throw new StoreError('invalid_argument', '--root is empty; give the path of a folder.');
    if (!isWorking(root)) return resolve(cwd, root);
    const project = projectOf(cwd, homeFolder()) ?? (isTooWide(cwd, homeFolder()) ? undefined : resolve(cwd));
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
