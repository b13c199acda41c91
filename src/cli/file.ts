import { isAbsolute, relative, resolve } from 'node:path';
import { foreignFileNow } from '../disk/files/foreign.ts';
import { localTime, defined, StoreError } from '../disk/base/core.ts';
import type { Say } from '../disk/base/texts.ts';
import type { Attribution, FileHistory } from '../insight/changes/types.ts';
import type { CliProject } from './project.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

/**
 * `file`: who wrote a file, or a line of it; JSON `{path, state, lineCount, requests: [{session, sessionTitle, agent,
 * time, request, reference, lines: [[from, to]]}], total, sessions, waiting}`.
 */
export async function fileHistory(
  { root, store, workspace }: CliProject,
  {
    path: given,
    limit = 20,
    within = Infinity,
  }: { readonly path: string; readonly limit?: number; readonly within?: number },
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const { path, line } = placeOf(given, root);
  const request = { path, limit, ...defined({ line }) };
  const history = await store.changes.history(workspace, request, { waitMs: within * 1_000 });
  const { attributions, total, state, lineCount, sessions, waiting } = history;
  const lines = attributions.map((each) =>
    [
      bold(each.request || each.sessionTitle),
      dim(`  ${aboutOf(each, say)}`),
      dim(`  ${each.reference}`),
    ].join('\n'),
  );
  const rest = total - attributions.length;
  const more = rest > 0 ? [say('{0} more: give --limit.', rest)] : [];
  const note = noteOf(history, line, say);
  return {
    json: { path: history.path, state, lineCount, requests: attributions, total, sessions, waiting },
    text: [...lines, ...more, ...(note === '' ? [] : [note])].join('\n'),
  };
}

/**
 * Parses `PATH` or `PATH:LINE`, relative to the working folder if that is in the project. A file whose own name ends
 * like that takes precedence.
 */
function placeOf(given: string, root: string): { readonly path: string; readonly line: number | undefined } {
  const fromHere = (path: string): string => {
    const below = relative(root, process.cwd());
    const isInside = below !== '..' && !/^\.\.[\\/]/.test(below) && !isAbsolute(below);
    return isInside ? resolve(path) : path;
  };
  const [, path, line] = /^(.+):(\d+)$/.exec(given) ?? [];
  if (path === undefined || foreignFileNow(resolve(given))) return { path: fromHere(given), line: undefined };
  if (/^[1-9]\d{0,8}$/.test(line ?? '')) return { path: fromHere(path), line: Number(line) };
  throw new StoreError(
    'invalid_argument',
    `The line is ${line}; give a whole number from 1, as in ${path}:12.`,
  );
}

/** Names the agent by its id, as `sessions` does, since that is what filters take. */
function aboutOf({ agent, time, lines }: Attribution, say: Say): string {
  const ranges = lines.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
  const where = say('lines {0}', ranges);
  return [agent, localTime(Date.parse(time)), ...(ranges === '' ? [] : [where])].join(', ');
}

function noteOf({ state, total, sessions, path }: FileHistory, line: number | undefined, say: Say): string {
  if (state === 'missing') return say('There is no {0} now.', path);
  if (state === 'binary') return say('It is not text: its lines are not told.');
  if (state === 'too large') return say('It is too large: its lines are not told.');
  if (state === 'generated') return say('A program makes this file: its lines are not told.');
  if (total > 0) return '';
  return line === undefined
    ? say('None of {0} wrote this file.', many(say, sessions, 'session'))
    : say('It is not certain that one of {0} wrote this line.', many(say, sessions, 'session'));
}
