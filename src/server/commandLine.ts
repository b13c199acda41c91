import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errno, StoreError } from '../store/errors.ts';
import { limitsFromEnvironment, type Limits } from '../store/limits.ts';
import { languageFromEnvironment, type Language } from '../store/rules/rules.ts';
import { embeddingsFromEnvironment, type EmbeddingProvider } from '../store/search/embeddings.ts';
import { httpSettings, type HttpSettings } from './httpSettings.ts';
import type { ToolChoice } from './toolChoice.ts';

export interface CommandLine {
  readonly show?: 'help' | 'version';
  /** Absolute, in the order given. */
  readonly roots: readonly string[];
  /** Roots that are no folder now; calls to them will say so. */
  readonly missingRoots: readonly string[];
  /** `CODEX_HISTORY_ROOT`, absolute. */
  readonly base?: string;
  readonly limits: Limits;
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
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads what the server was started with; throws a `StoreError` that says what is wrong and what is right. */
export function readCommandLine(args: readonly string[], env: Environment, cwd: string): CommandLine {
  const flags = parseFlags(args);
  const roots = (flags.root ?? []).map((root) => checkedRoot(root, cwd));
  const base = historyRoot(env);
  const embeddings = embeddingsFromEnvironment(env);
  const http = httpSettings(flags, env);
  return {
    ...(flags.help ? { show: 'help' } : flags.version ? { show: 'version' } : {}),
    roots,
    missingRoots: roots.filter((root) => !statSync(root, { throwIfNoEntry: false })?.isDirectory()),
    ...(base !== undefined && { base }),
    limits: limitsFromEnvironment(env),
    ...(embeddings && { embeddings }),
    language: languageFromEnvironment(env, 'en'),
    contextLanguage: languageFromEnvironment(env, 'zh'),
    tools:
      flags.tools === undefined
        ? { which: env.HISTORY_TOOLS ?? '', source: 'HISTORY_TOOLS' }
        : { which: flags.tools, source: '--tools' },
    ...(/^true$/i.test(env.INCLUDE_HOSTNAME ?? '') && { hostname: hostname() }),
    ...(http && { http }),
  };
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

function checkedRoot(root: string, cwd: string): string {
  if (root === '') throw new StoreError('invalid_argument', '--root is empty; give the path of a folder.');
  return resolve(cwd, root);
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
