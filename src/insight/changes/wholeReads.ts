import { linesIn } from '../../history/facts/commands.ts';
import { pathIn } from '../../history/facts/edits.ts';
import { shellCommands } from '../../history/facts/shell.ts';
import type { ToolCall } from '../../agents/reading/types.ts';

const readers = /^(?:read|read_?file|view|view_?file|open_?file)$/i;
const parts = [
  'offset',
  'limit',
  'view_range',
  'start_line',
  'startLine',
  'end_line',
  'endLine',
  'lines',
  'range',
];

/** Lists the files that a call certainly showed as a whole. */
export function wholeReads(call: ToolCall): readonly string[] {
  if (call.status !== 'success') return [];
  const found = readers.test(call.name) ? readBy(call) : shownBy(call);
  return found.length > 0 && /truncat|omitted/i.test(JSON.stringify(call.result ?? '')) ? [] : found;
}

function readBy({ args }: ToolCall): readonly string[] {
  const path = parts.every((part) => args[part] === undefined) ? pathIn(args) : undefined;
  return path === undefined ? [] : [path];
}

/** The file of a command that consists of a single `cat`. */
function shownBy(call: ToolCall): readonly string[] {
  return linesIn(call).flatMap((line) => {
    if (!/^\s*cat\s/.test(line)) return [];
    const [{ words, piped, outputs } = { words: [], piped: true, outputs: [] }, ...more] =
      shellCommands(line);
    const [program, path, ...rest] = words;
    const isCat = program?.text === 'cat' && path?.literal === true && rest.length === 0;
    return isCat && more.length === 0 && !piped && outputs.length === 0 ? [path.text] : [];
  });
}
