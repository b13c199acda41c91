import { Command, CommanderError } from 'commander';
import { StoreError, errorMessage } from '../disk/base/core.ts';
import type { Text } from '../disk/base/texts.ts';
import { toTerminal } from '../disk/text/containText.ts';
import { machineCommands, projectCommands } from './commandTable.ts';
import { teamCommands } from './teamCommands.ts';
import { openTerminal, type Terminal } from './terminal.ts';

declare const HISTORY_STORE_VERSION: string;

/** Runs a command and returns its exit code: 0 success, 1 failure, 2 wrong usage. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const terminal = openTerminal();
  try {
    await program(terminal).parseAsync(withPastedWords(args), { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.log.error(errorMessage(error));
    return error instanceof StoreError && error.code === 'invalid_argument' ? 2 : 1;
  }
}

/** Options of `search` that take a value. */
const valued = /^--(?:source|dialog|limit|cursor|within|project)$/;

/** Puts the words of a search behind `--` where some have one minus, as options in a pasted command. */
function withPastedWords(args: readonly string[]): string[] {
  const [command = '', ...rest] = args;
  const isPasted = rest.some(
    (word, n) => /^-[^-]/.test(word) && word !== '-h' && !valued.test(rest[n - 1] ?? ''),
  );
  if (command !== 'search' || !isPasted || rest.includes('--')) return [...args];
  const options: string[] = [];
  const words: string[] = [];
  rest.forEach((word, n) => {
    const isOption = word === '--json' || valued.test(word) || valued.test(rest[n - 1] ?? '');
    (isOption ? options : words).push(word);
  });
  return [command, ...options, '--', ...words];
}

/** Creates all commands with their help. */
function program(terminal: Terminal): Command {
  const { say } = terminal;
  const root = new Command('mcp-history-store')
    .description(say('Conversation history of coding agents, kept in the project.'))
    .version(HISTORY_STORE_VERSION, '-v, --version', say('show the version'))
    .helpOption('-h, --help', say('show help'))
    .helpCommand(`help [${say('command')}]`, say('show the help of a command'))
    .configureHelp({ styleTitle: (title) => terminal.bold(translated(title, terminal)) })
    .showHelpAfterError(say('See --help.'))
    .configureOutput({ writeErr: (text) => void process.stderr.write(toTerminal(text)) })
    .exitOverride();
  root
    .command('serve')
    .description(say('the MCP server; serve --help tells its options'))
    .allowUnknownOption();
  root
    .command('hook')
    .description(say('what agents run as a hook, before and after they compact'))
    .allowUnknownOption();

  for (const add of projectCommands) add(root, terminal);
  const team = root.command('team').description(say('share history through a PostgreSQL database: a hub'));
  for (const add of teamCommands) add(team, terminal);
  for (const add of machineCommands) add(root, terminal);
  return root;
}

/** Headings of commander's help. */
const titles: readonly Text[] = ['Usage:', 'Arguments:', 'Options:', 'Commands:'];

function translated(title: string, { say }: Terminal): string {
  const known = titles.find((each) => each === title);
  return known === undefined ? title : say(known);
}
