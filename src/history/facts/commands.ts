import { isList, listOf, textOf, type Field } from '../../agents/reading/fields.ts';
import type { ToolCall } from '../../agents/reading/types.ts';
import { kindsIn, unwrapped, type Kind } from './kinds.ts';
import { endOf, type Ended } from './outcomes.ts';

/** A shell command line run by an agent, and its outcome. */
export interface RanCommand extends Ended {
  readonly command: string;
  /** Kinds of the commands in the line, at least one. */
  readonly kinds: readonly Kind[];
  /** Whether it may have failed despite a successful status. */
  readonly isHidden: boolean;
}

const shells = /shell|bash|terminal|command|exec|powershell|^process$|^run$/i;

/** Returns the command lines in a call of any agent's shell tool; none for other tools. */
export function commandsIn(call: ToolCall): readonly RanCommand[] {
  return linesIn(call).flatMap((command) => {
    const kinds = kindsIn(command);
    if (kinds.length === 0) return [];
    const isHidden = kinds.some(({ isLook }) => !isLook) && mayHideFailure(call.name, command);
    return [{ command, kinds, isHidden, ...endOf(call, isHidden) }];
  });
}

/**
 * Whether a line may succeed although a command in it failed: a pipe, `|| true`, a following command, a tool without
 * exit codes.
 */
function mayHideFailure(tool: string, line: string): boolean {
  if (/terminal|execute_command/i.test(tool)) return true;
  const ties = unwrapped(line).map(({ operator }) => operator);
  return !/\bpipefail\b/.test(line) && ties.slice(0, -1).some((tie) => tie !== '&&');
}

/** Returns the lines a call passes to a shell. */
export function linesIn({ name, args }: ToolCall): readonly string[] {
  if (!shells.test(name)) return [];
  return [
    args.command,
    args.cmd,
    args.script,
    args.commandLine,
    args.CommandLine,
    ...listOf(args.commands),
  ].flatMap(lineOf);
}

/** Returns a command line, also one given as program and arguments. */
function lineOf(field: Field): readonly string[] {
  if (!isList(field)) {
    const line = textOf(field)?.trim() ?? '';
    return line === '' ? [] : [line];
  }
  const words = field.filter((word) => typeof word === 'string');
  if (words.length === 0) return [];
  const script = words.findIndex((word) => /^-\w*c$|^-Command$|^\/c$/i.test(word));
  return [script > 0 ? words.slice(script + 1).join(' ') : words.map(asWord).join(' ')];
}

/** Quotes a word for a shell. */
const asWord = (word: string): string =>
  /^[\w./:=@%+,\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
