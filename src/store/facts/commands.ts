import { isList, listOf, textOf, type Field } from '../transcripts/shared/fields.ts';
import type { ToolCall } from '../transcripts/shared/types.ts';
import { kindsIn, unwrapped, type Kind } from './kinds.ts';
import { endOf, type Ended } from './outcomes.ts';

/** A command line that an agent ran in a shell, and how it ended. */
export interface RanCommand extends Ended {
  readonly command: string;
  /** Of the commands in the line, at least one. */
  readonly kinds: readonly Kind[];
  /** It may have failed although its agent says that it did not. */
  readonly isHidden: boolean;
}

const shells = /shell|bash|terminal|command|exec|powershell|^process$|^run$/i;

/** The command lines in a call of any agent's shell; none for other tools. */
export function commandsIn(call: ToolCall): readonly RanCommand[] {
  return linesIn(call).flatMap((command) => {
    const kinds = kindsIn(command);
    if (kinds.length === 0) return [];
    const isHidden = kinds.some(({ isLook }) => !isLook) && mayHideFailure(call.name, command);
    return [{ command, kinds, isHidden, ...endOf(call, isHidden) }];
  });
}

/** Whether a line may end well although what it does failed: a pipe, `|| true`, something after it, a tool that tells no code. */
function mayHideFailure(tool: string, line: string): boolean {
  if (/terminal|execute_command/i.test(tool)) return true;
  const ties = unwrapped(line).map(({ before }) => before);
  return !/\bpipefail\b/.test(line) && ties.slice(0, -1).some((tie) => tie !== '&&');
}

/** What a call gives a shell to run. */
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

/** A command line, also one that is given as program and arguments. */
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

/** A word that a shell reads as it is. */
const asWord = (word: string): string =>
  /^[\w./:=@%+,\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
