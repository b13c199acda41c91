import { commandsIn } from '../facts/commands.ts';
import { pathIn } from '../facts/edits.ts';
import type { ToolCall } from '../transcripts/shared/types.ts';
import { commandsOf } from './shellWords.ts';

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

/** The files that a call showed as a whole, as far as it is certain. */
export function wholeReads(call: ToolCall): readonly string[] {
  if (call.status !== 'success') return [];
  const found = readers.test(call.name) ? readBy(call) : shownBy(call);
  return found.length > 0 && /truncat|omitted/i.test(JSON.stringify(call.result ?? '')) ? [] : found;
}

function readBy({ args }: ToolCall): readonly string[] {
  const path = parts.every((part) => args[part] === undefined) ? pathIn(args) : undefined;
  return path === undefined ? [] : [path];
}

/** The file of a `cat` that is all of a command. */
function shownBy(call: ToolCall): readonly string[] {
  return commandsIn(call).flatMap(({ command }) => {
    const [{ words, piped, output } = { words: [], piped: true }, ...more] = commandsOf(command);
    const [program, path, ...rest] = words;
    const isCat = program?.text === 'cat' && path?.literal === true && rest.length === 0;
    return isCat && more.length === 0 && !piped && output === undefined ? [path.text] : [];
  });
}
