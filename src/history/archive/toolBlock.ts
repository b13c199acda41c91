import { defined, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { objectOf } from '../../agents/reading/fields.ts';
import { parseJson } from '../../agents/reading/lines.ts';
import type { ToolCall } from '../../agents/reading/types.ts';
import { firstCodePoints } from '../../disk/text/textLength.ts';
import { writeMarker } from './markers.ts';
import { decodeLine, encodeLine, decodeCharacters, encodeCharacters } from './text.ts';

/** Length above which arguments are folded and the tool's line shows their beginning. Characters. */
const shortArgs = 200;

const statuses = ['success', 'error', 'cancelled', 'pending'] as const;

/** Titles of the folds below a tool's line, by name in the marker, in order. */
const titles = { args: 'Arguments', text: 'Result', json: 'Result', shown: 'Shown' } as const;
type Fold = keyof typeof titles;

/** Formats a tool call: a quote that names it, with the result folded. */
export function writeTool(call: ToolCall): string[] {
  const { id, name, status, timestamp, agentId, args } = call;
  const json = JSON.stringify(args);
  const short = json.length <= shortArgs;
  const head = short ? json : `${firstCodePoints(json, shortArgs)}…`;
  const found = foldsOf(call, short);
  const marker = { id, name, status, timestamp, agentId, folds: found.map(({ fold }) => fold) };
  return [
    writeMarker('tool', marker),
    '',
    `> ${encodeLine(`Tool: ${name}(${head})`)}`,
    ...found.flatMap(({ fold, text }) => writeFold(fold, text, status === 'error')),
    '',
  ];
}

function foldsOf(call: ToolCall, shortArguments: boolean): { fold: Fold; text: string }[] {
  const { args, result, resultDisplay } = call;
  const folds: { fold: Fold; text: string }[] = [];
  if (!shortArguments) folds.push({ fold: 'args', text: JSON.stringify(args, null, 2) });
  if (typeof result === 'string') folds.push({ fold: 'text', text: result });
  else if (result !== undefined) folds.push({ fold: 'json', text: JSON.stringify(result, null, 2) });
  if (resultDisplay !== undefined) folds.push({ fold: 'shown', text: resultDisplay });
  return folds;
}

function writeFold(fold: Fold, text: string, failed: boolean): string[] {
  const lines = encodeCharacters(text).split('\n');
  const fence = fenceFor(text);
  const language = fold === 'args' || fold === 'json' ? 'json' : '';
  const title = `${titles[fold]}${failed && titles[fold] === 'Result' ? ' (error)' : ''}`;
  return [
    '>',
    `> <details><summary>${title}</summary>`,
    '>',
    `> ${fence}${language}`,
    ...lines.map((line) => (line === '' ? '>' : `> ${line}`)),
    `> ${fence}`,
    '>',
    '> </details>',
  ];
}

/** Returns a fence that no line of the text closes. */
function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

/** Reverses `writeTool` from the marker's fields and the lines below; undefined if they do not match. */
export function readTool(
  fields: Readonly<Record<string, unknown>>,
  [, ...lines]: readonly string[],
): ToolCall | undefined {
  const { id, name, timestamp, agentId } = fields;
  const status = statuses.find((known) => known === fields.status);
  if (typeof id !== 'string' || typeof name !== 'string' || status === undefined) return undefined;
  const folds = readFolds(lines, Array.isArray(fields.folds) ? fields.folds : []);
  const args = folds && readArgs(folds.get('args') ?? shownArgs(lines[0] ?? '', name));
  if (folds === undefined || args === undefined) return undefined;
  const result = folds.get('text') ?? parsed(folds.get('json'));
  const shown = folds.get('shown');
  return {
    id,
    name,
    args,
    status,
    ...defined({ result, resultDisplay: shown }),
    ...(typeof timestamp === 'string' && { timestamp }),
    ...(typeof agentId === 'string' && { agentId }),
  };
}

function shownArgs(line: string, name: string): string {
  const head = `Tool: ${name}(`;
  const text = decodeLine(line.slice(2));
  return text.startsWith(head) && text.endsWith(')') ? text.slice(head.length, -1) : '';
}

function readArgs(json: string): JsonObject | undefined {
  return objectOf(parsed(json));
}

function parsed(json: string | undefined): JsonValue | undefined {
  return json === undefined ? undefined : parseJson(json);
}

/** Returns the texts of the folds, found by their fences; undefined if one is missing. */
function readFolds(lines: readonly string[], names: readonly unknown[]): Map<unknown, string> | undefined {
  const texts = new Map<unknown, string>();
  let at = 1;
  for (const name of names) {
    const fence = /^> (`{3,})/.exec(lines[at + 3] ?? '')?.[1];
    const end = fence === undefined ? -1 : lines.indexOf(`> ${fence}`, at + 4);
    if (end === -1) return undefined;
    const text = lines.slice(at + 4, end).map((line) => (line.startsWith('> ') ? line.slice(2) : ''));
    texts.set(name, decodeCharacters(text.join('\n')));
    at = end + 3;
  }
  return texts;
}
