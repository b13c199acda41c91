import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { transcripts } from '../agents/readTranscript.ts';
import { defined, errno, StoreError } from '../disk/base/core.ts';
import { Archives } from '../history/archive/archives.ts';
import type { HookContext } from './hookInput.ts';
import { contextIn } from './openContext.ts';
import { findProjectRoot } from './projectRoot.ts';
import { archiveSettings } from '../history/archive/settings.ts';

export const usage = 'archive <transcript> [--root <project folder>] [--assistant-name <name>]';

/** Archives the transcript named in `args` and returns a line about the result. */
export async function archiveCommand(
  args: readonly string[],
  { cwd, env, log }: HookContext,
): Promise<string> {
  const { path, root, name } = parse(args);
  const project = root === undefined ? findProjectRoot(cwd, env) : resolve(cwd, root);
  const archives = new Archives(contextIn(project, cwd, { env, log }));
  const options = { event: 'command', ...archiveSettings(env, log), ...defined({ assistantName: name }) };
  const outcome = await archives.archive(transcripts.archivable(resolve(cwd, path)), options);
  if (outcome.state === 'archived') {
    const { messages, path: file, secrets = 0 } = outcome.archive;
    const note = secrets === 0 ? '' : `; ${secrets} ${secrets === 1 ? 'secret' : 'secrets'} masked`;
    return `Archived ${messages} messages in ${file}${note}`;
  }
  const last = outcome.parts.at(-1);
  return last === undefined
    ? 'Nothing to archive: the transcript holds no message'
    : `Nothing new since ${last}`;
}

function parse(args: readonly string[]): { path: string; root?: string; name?: string } {
  try {
    const options = { root: { type: 'string' }, 'assistant-name': { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { 'assistant-name': name } = values;
    const [path, ...more] = positionals;
    if (path !== undefined && path !== '' && more.length === 0)
      return { path, ...defined({ root: values.root, name }) };
  } catch (error) {
    // Messages of parseArgs are for the person at the keyboard; anything else is a bug.
    if (!errno(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
  }
  throw new StoreError('invalid_argument', `Usage: ${usage}`);
}
