// The command line of the product. `serve`, and no command at all as configurations of earlier versions have it, start
// the MCP server at once, and `hook` the program that agents run as a hook: nothing else is loaded for them.
import { join } from 'node:path';

const [first, ...rest] = process.argv.slice(2);

/** Options that only the server has, so that `mcp-history-store --root .` goes on working. */
const ofServer = /^--(stdio|http|host|port|root|tools|hub)(=|$)/;
const serves = first === 'serve' || (first === undefined ? !process.stdin.isTTY : ofServer.test(first));

async function run(): Promise<void> {
  if (first === 'hook') return start('hook.js', rest);
  if (serves) return start('server.js', first === 'serve' ? rest : process.argv.slice(2));
  const { runCommand } = await import('./commands.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
}

/** Runs another program, which is beside this file as it is built. */
async function start(program: string, args: readonly string[]): Promise<void> {
  process.argv.splice(2, process.argv.length, ...args);
  await import(join(__dirname, program));
}

void run();
