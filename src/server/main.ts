import { homedir } from 'node:os';
import { maxMessageChars } from '../store/archive/settings.ts';
import { StoreError } from '../store/errors.ts';
import type { CallsOptions } from './calls.ts';
import { readCommandLine, type CommandLine } from './commandLine.ts';
import { helpText } from './help.ts';
import { createServer } from './server.ts';
import { standardErrorLog as log } from './standardErrorLog.ts';
import { StdioTransport } from './stdioTransport.ts';
import { version } from './version.ts';

/** Longest time for calls under way to finish and for a client to take the last replies, once it is over. */
const lastWordsMs = 10_000;

function main(): void {
  const line = commandLine();
  if (!line) process.exitCode = 2;
  else if (line.show === 'help') process.stdout.write(helpText(line.language));
  else if (line.show === 'version') process.stdout.write(`${version}\n`);
  else serve(line);
}

function commandLine(): CommandLine | undefined {
  try {
    return readCommandLine(process.argv.slice(2), process.env, process.cwd());
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.error(error.message);
    return undefined;
  }
}

function serve(line: CommandLine): void {
  const { roots, missingRoots, base, limits, embeddings, language, contextLanguage } = line;
  for (const root of missingRoots) log.warn(`the root ${root} is no folder (yet)`);
  const options: CallsOptions = {
    roots,
    ...(base !== undefined && { base }),
    ...(embeddings && { embeddings }),
    home: homedir(),
    limits,
    language: contextLanguage,
    log,
    archiving: {
      places: { home: homedir(), env: process.env, platform: process.platform },
      maxMessageChars: maxMessageChars(process.env, log),
    },
  };
  const [projectRoot] = roots;
  const server = createServer({
    loadCalls: async () => (await import('./calls.ts')).openCalls(options),
    log,
    language,
    ...(projectRoot !== undefined && roots.length === 1 && { projectRoot }),
  });
  endGracefully();
  server.connect(new StdioTransport(process.stdin, process.stdout)).catch((error: unknown) => {
    log.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

/** When the client is gone, nothing new is read; the process ends by itself once the calls under way are done. */
function endGracefully(): void {
  const stop = (): void => {
    process.stdin.destroy();
    setTimeout(() => process.exit(), lastWordsMs).unref();
  };
  process.stdin.once('end', stop);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The client closed its end (EPIPE): there is nobody to tell.
  process.stdout.on('error', stop);
}

main();
