import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Text } from '../disk/base/texts.ts';
import type { CommandResult, Terminal } from './terminal.ts';

/** Options of all commands. */
export interface CommonOptions {
  readonly project?: string;
  readonly json?: true;
}

/** Runs a command with its options and arguments by name. */
export type RunAnywhere<Options> = (
  options: Options & CommonOptions,
  terminal: Terminal,
) => Promise<CommandResult>;

/** An option of a command. */
export interface OptionRow {
  /** In commander's form: `-y, --yes` or `--limit <number>`. */
  readonly flags: string;
  readonly about: Text;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Parses the value. Throws commander's `InvalidArgumentError`. */
  readonly parse?: (text: string) => unknown;
}

/** A row of a table of commands, which adds the command to a parent. */
export type CommandRow = (parent: Command, terminal: Terminal) => void;

export const option = (
  flags: string,
  about: Text,
  more: Omit<OptionRow, 'flags' | 'about'> = {},
): OptionRow => ({ flags, about, ...more });

/** Parses a whole number from 1. Throws commander's `InvalidArgumentError`. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It takes a whole number from 1.');
}

/** Parses seconds from 0. Throws commander's `InvalidArgumentError`. */
function seconds(text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It takes seconds, as 2 or 0.5.');
}

export const within = option('--within <seconds>', 'answer by then with what was read', { parse: seconds });
export const limit = option('--limit <number>', 'at most so many', {
  parse: wholeNumber,
});
const commonOptions = [
  option('--project <folder>', 'the project; default: that of the working folder'),
  option('--json', 'one JSON object, for programs'),
];

/** Creates a row. `usage` contains the name and arguments in commander's form. */
export const command =
  <Options>(
    usage: string,
    about: Text,
    load: () => Promise<RunAnywhere<Options>>,
    ...options: readonly OptionRow[]
  ): CommandRow =>
  (parent, terminal) => {
    const added = parent.command(usage).description(terminal.say(about));
    for (const row of [...options, ...commonOptions]) added.addOption(optionOf(row, terminal));
    added.action(async () => {
      const given = added.opts<Options & CommonOptions>();
      const positional = Object.fromEntries(
        added.registeredArguments.map((argument, index) => [argument.name(), added.processedArgs[index]]),
      );
      const run = await load();
      const outcome = await run({ ...given, ...positional }, terminal);
      await print(outcome, given.json === true, terminal);
      await outcome.afterwards?.();
      if (outcome.failed) process.exitCode = 1;
      if (outcome.endsNow) process.exit();
    });
  };

function optionOf({ flags, about, choices, default: value, parse }: OptionRow, { say }: Terminal): Option {
  const made = new Option(flags, say(about));
  if (choices) made.choices(choices);
  if (parse) made.argParser(parse);
  return value === undefined ? made : made.default(value);
}

const print = ({ json, text }: CommandResult, asJson: boolean, { write }: Terminal): Promise<void> =>
  write(`${asJson ? JSON.stringify(json) : text}\n`);
