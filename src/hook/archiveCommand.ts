import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { transcripts } from '../store/transcripts/readTranscript.ts';
import { defined, errno, StoreError } from '../store/base/core.ts';
import { Archives } from '../store/archive/archives.ts';
import type { HookSurroundings } from './surroundings.ts';
import { contextIn } from './openContext.ts';
import { findProjectRoot } from './projectRoot.ts';
import { archiveSettings } from '../store/archive/settings.ts';

export const usage = 'archive <transcript> [--root <project folder>] [--assistant-name <name>]';

/** Archives the transcript named in `args` and gives the line that says what came of it. */
export async function archiveCommand(
  args: readonly string[],
  { cwd, env, log }: HookSurroundings,
): Promise<string> {
  const { path, root, name } = parse(args);
  const project = root === undefined ? findProjectRoot(cwd, env) : resolve(cwd, root);
  const archives = new Archives(contextIn(project, cwd, { env, log }));
  const options = { event: 'command', ...archiveSettings(env, log), ...defined({ assistantName: name }) };
  const outcome = await archives.archive(transcripts.archivable(resolve(cwd, path)), options);
  if (outcome.state === 'archived')
    return `Archived ${outcome.archive.messages} messages in ${outcome.archive.path}`;
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
    // What parseArgs throws is meant for the person at the keyboard; anything else is a bug.
    if (!errno(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
  }
  throw new StoreError('invalid_argument', `Usage: ${usage}`);
}
