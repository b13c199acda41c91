// The command line of the product. `serve`, and no command at all as configurations of earlier versions have it, start
// the MCP server at once: nothing else of the command line is loaded for it.
import { join } from 'node:path';

const [first, ...rest] = process.argv.slice(2);

/** Options that only the server has, so that `mcp-history-store --root .` goes on working. */
const ofServer = /^--(stdio|http|host|port|root|tools)(=|$)/;
const serves = first === 'serve' || (first === undefined ? !process.stdin.isTTY : ofServer.test(first));

async function run(): Promise<void> {
  if (!serves) {
    const { runCommand } = await import('./commands.ts');
    process.exitCode = await runCommand(process.argv.slice(2));
    return;
  }
  if (first === 'serve') process.argv.splice(2, process.argv.length, ...rest);
  await import(join(__dirname, 'server.js')); // beside this file, as it is built
}

void run();
