import type { Command, Option } from 'commander';
import type { CommandResult, Terminal, Text } from './terminal.ts';

/** What is common to all commands. */
export interface CommonOptions {
  readonly project?: string;
  readonly json?: true;
}

/** A command, wherever it runs. */
export type RunAnywhere<Options> = (
  options: Options & CommonOptions,
  terminal: Terminal,
) => Promise<CommandResult>;

/** Where a command belongs, and what it speaks to. */
export interface CommandPlace {
  readonly parent: Command;
  readonly terminal: Terminal;
}

/** Adds a command below another one; `--project` and `--json` are common to all. */
export function addCommand<Options>(
  { parent, terminal }: CommandPlace,
  usage: string,
  about: Text,
  run: RunAnywhere<Options>,
  ...options: readonly Option[]
): void {
  const { say } = terminal;
  const command = parent.command(usage).description(say(about));
  for (const option of options) command.addOption(option);
  command
    .option(
      '--project <folder>',
      say(['the project; default: that of the working folder', '项目；默认为当前文件夹所属的项目']),
    )
    .option('--json', say(['one JSON object, for programs', '输出一个 JSON 对象，供程序使用']))
    .action(async () => {
      const given = command.opts<Options & CommonOptions>();
      const positional = Object.fromEntries(
        command.registeredArguments.map((argument, index) => [argument.name(), command.processedArgs[index]]),
      );
      const outcome = await run({ ...given, ...positional }, terminal);
      await print(outcome, given.json === true, terminal);
      await outcome.afterwards?.();
      if (outcome.failed) process.exitCode = 1;
      if (outcome.endsNow) process.exit();
    });
}

const print = ({ json, text }: CommandResult, asJson: boolean, { write }: Terminal): Promise<void> =>
  write(`${asJson ? JSON.stringify(json) : text}\n`);
