import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { defined, StoreError } from '../store/base/core.ts';
import type { Attribution, FileHistory } from '../store/changes/types.ts';
import type { CliProject } from './project.ts';
import { localTime } from './localTime.ts';
import { many, type CommandResult, type Terminal, type Text } from './terminal.ts';

/**
 * `file`: who wrote a file, or a line of it; JSON `{path, state, lineCount, requests: [{session, sessionTitle, agent,
 * time, request, reference, lines: [[from, to]]}], total, sessions, waiting}`.
 */
export async function fileHistory(
  { root, store, workspace }: CliProject,
  { path: given, limit = 20 }: { readonly path: string; readonly limit?: number },
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const { path, line } = placeOf(given, root);
  const request = { path, limit, ...defined({ line }) };
  const history = await store.changes.history(workspace, request, { waitMs: Infinity });
  const { attributions, total, state, lineCount, sessions, waiting } = history;
  const lines = attributions.map((each) =>
    [
      bold(each.request || each.sessionTitle),
      dim(`  ${aboutOf(each, say)}`),
      dim(`  ${each.reference}`),
    ].join('\n'),
  );
  const rest = total - attributions.length;
  const more = rest > 0 ? [say([`${rest} more: give --limit.`, `还有 ${rest} 个：请给出 --limit。`])] : [];
  const note = say(noteOf(history, line));
  return {
    json: { path: history.path, state, lineCount, requests: attributions, total, sessions, waiting },
    text: [...lines, ...more, ...(note === '' ? [] : [note])].join('\n'),
  };
}

/** `PATH` or `PATH:LINE`, from the working folder where that lies in the project; a file whose own name ends so is meant itself. */
function placeOf(given: string, root: string): { readonly path: string; readonly line: number | undefined } {
  const fromHere = (path: string): string => {
    const below = relative(root, process.cwd());
    const isInside = below !== '..' && !/^\.\.[\\/]/.test(below) && !isAbsolute(below);
    return isInside ? resolve(path) : path;
  };
  const [, path, line] = /^(.+):(\d+)$/.exec(given) ?? [];
  if (path === undefined || statSync(resolve(given), { throwIfNoEntry: false })?.isFile())
    return { path: fromHere(given), line: undefined };
  if (/^[1-9]\d{0,8}$/.test(line ?? '')) return { path: fromHere(path), line: Number(line) };
  throw new StoreError(
    'invalid_argument',
    `The line is ${line}; give a whole number from 1, as in ${path}:12.`,
  );
}

function aboutOf({ agent, time, lines }: Attribution, say: Terminal['say']): string {
  const ranges = lines.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
  const where: Text = [`lines ${ranges}`, `第 ${ranges} 行`];
  return [agent, localTime(Date.parse(time)), ...(ranges === '' ? [] : [say(where)])].join(', ');
}

function noteOf({ state, total, sessions, path }: FileHistory, line: number | undefined): Text {
  if (state === 'missing') return [`There is no ${path} now.`, `${path} 现在不存在。`];
  if (state === 'binary') return ['It is not text: its lines are not told.', '不是文本文件，不显示行。'];
  if (state === 'too large') return ['It is too large: its lines are not told.', '文件过大，不显示行。'];
  if (state === 'generated')
    return ['A program makes this file: its lines are not told.', '此文件由程序生成，不显示行。'];
  if (total > 0) return ['', ''];
  const looked = many(sessions, 'session');
  return line === undefined
    ? [`None of ${looked} wrote this file.`, `${sessions} 个会话均未写过此文件。`]
    : [
        `It is not certain that one of ${looked} wrote this line.`,
        `无法确定 ${sessions} 个会话中哪一个写了这一行。`,
      ];
}
