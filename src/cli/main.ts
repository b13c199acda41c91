// The command line of the product. `serve` (the default in configurations of earlier versions) starts the MCP server,
// and `hook` the agents' hook program, without loading anything else.
import { join } from 'node:path';
import { makeKnown } from '../connect/makeKnown.ts';

declare const HISTORY_STORE_VERSION: string;

const [first, ...rest] = process.argv.slice(2);

/** Options of the server only, which keep `mcp-history-store --root .` working. */
const ofServer = /^--(stdio|http|host|port|root|tools|hub)(=|$)/;
/** The hook itself takes no options. */
const asksForHelp = rest[0] === '--help' || rest[0] === '-h';
const serves = first === 'serve' || (first === undefined ? !process.stdin.isTTY : ofServer.test(first));

async function run(): Promise<void> {
  await makeKnown(HISTORY_STORE_VERSION, join(__dirname, 'cli.js'));
  if (first === 'hook' && !asksForHelp) return start('hook.js', rest);
  if (serves) return start('server.js', first === 'serve' ? rest : process.argv.slice(2));
  const { runCommand } = await import('./commands.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
}

/** Runs another built program beside this file. */
async function start(program: string, args: readonly string[]): Promise<void> {
  process.argv.splice(2, process.argv.length, ...args);
  await import(join(__dirname, program));
}

void run();
