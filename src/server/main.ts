import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { historyFolderName } from '../store/base/projectFolder.ts';
import { briefSettings } from '../store/brief/settings.ts';
import { keepSettings } from '../store/capture/settings.ts';
import { defined, StoreError } from '../store/base/core.ts';
import { thisMachine } from '../store/base/stateFolder.ts';
import type { CallHandlers, Listings } from './base/requests.ts';
import type { HandlerOptions } from './callHandlers.ts';
import { readCommandLine, type CommandLine } from './commandLine.ts';
import { helpText } from './help.ts';
import type { HubChoice } from './hubChoice.ts';
import type { HttpSettings } from './http/httpSettings.ts';
import { hubInstructionsFor, instructionsFor } from './instructions.ts';
import { chosenTools, hubOffersOf, listingsFor } from './offerChoice.ts';
import { offerList } from './offerList.ts';
import { createServer, version } from './server.ts';
import { standardErrorLog } from './base/standardErrorLog.ts';
import { maxLineBytes, StdioTransport } from './stdioTransport.ts';

/** Longest time for calls under way to finish and for a client to take the last replies, once it is over. */
const lastWordsMs = 10_000;

const log = standardErrorLog(process.env.LOG_LEVEL);
/** Aborted when the server ends: what it does without being asked for stops. */
const closing = new AbortController();

function main(): void {
  const line = commandLine();
  if (!line) process.exitCode = 2;
  else if (line.show === 'help') process.stdout.write(helpText(line.language));
  else if (line.show === 'version') process.stdout.write(`${version}\n`);
  else serve(line);
}

interface Started extends CommandLine {
  readonly listings: Listings;
}

function commandLine(): Started | undefined {
  try {
    const cwd = process.cwd();
    const surroundings = { env: process.env, cwd, program: realpathSync(__dirname), log };
    const line = readCommandLine(process.argv.slice(2), surroundings);
    const offers = line.hub ? hubOffersOf(offerList) : offerList;
    const tools = chosenTools(line.tools, offers.tools, log);
    // Of a hub there is one project.
    const roots = line.hub ? ['.'] : line.roots;
    return { ...line, listings: { tools, ...listingsFor(offers, roots) } };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.error(error.message);
    return undefined;
  }
}

function serve(line: Started): void {
  // There is a server for each agent and window: what one needed for a moment, it gives back.
  setFlagsFromString('--semi-space-growth-factor=1');
  for (const root of line.missingRoots) log.warn(`the root ${root} is not a folder (yet)`);
  const anyRoot = line.hub ? `the project ${line.hub.project} of a hub` : 'any project';
  const roots = line.roots.length > 0 ? line.roots.join(', ') : anyRoot;
  log.info(`started, version ${version}, in ${process.cwd()}, for ${roots}`);
  begin(line).catch((error: unknown) => {
    log.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

async function begin(line: Started): Promise<void> {
  const makeServer = serverMaker(line, line.hub && (await hubServer(line, line.hub)));
  return line.http ? serveHttp(line.http, makeServer) : serveStdio(makeServer);
}

type OpenHandlers = (options: HandlerOptions) => CallHandlers;

/** What answers from a hub, whose code nobody else loads. Ends with an error where the hub cannot be read. */
async function hubServer(line: Started, hub: HubChoice): Promise<OpenHandlers> {
  const { openServedHub } = await import('./servedHub.ts');
  return (await openServedHub(hub, handlerOptions(line))).open;
}

/** Makes servers that share what requests work with. */
function serverMaker(line: Started, openHub?: OpenHandlers) {
  let handlers: Promise<CallHandlers> | undefined;
  const open = async () =>
    (openHub ?? (await import('./callHandlers.ts')).openHandlers)(handlerOptions(line));
  const loadHandlers = () => (handlers ??= open());
  const { roots, listings } = line;
  const names = listings.tools.map(({ name }) => name);
  const instructions = openHub ? hubInstructionsFor(names) : instructionsFor(names, roots, wantsBriefs(line));
  return () => createServer({ listings, instructions, loadHandlers, log });
}

/** Whether agents may be told of briefs, as far as that is known before a call says which project it means. */
function wantsBriefs({ base, roots, workingFolder }: Started): boolean {
  const project = base ?? (roots.length === 1 ? roots[0] : workingFolder) ?? homedir();
  const history = join(project, historyFolderName);
  return briefSettings({ history, env: process.env, log }).mode !== 'off';
}

function handlerOptions(line: Started): HandlerOptions {
  const { roots, workingFolder, base, limits, secrets, embeddings, language, contextLanguage, hostname } =
    line;
  return {
    ...{ roots, limits, secrets, log, home: homedir() },
    ...defined({ workingFolder, base, embeddings }),
    language: contextLanguage,
    guidanceLanguage: language,
    promptLanguage: language,
    machine: {
      places: thisMachine(),
      keep: keepSettings(process.env, log),
      ...defined({ hostname }),
    },
    closing: closing.signal,
    // Over HTTP one server serves many chats.
    ...(!line.http && { own: { env: process.env, since: processStart() } }),
  };
}

/** Milliseconds. */
const processStart = (): number => Math.round(performance.timeOrigin);

type ServerMaker = ReturnType<typeof serverMaker>;

function serveStdio(makeServer: ServerMaker): Promise<void> {
  endGracefully();
  return makeServer().connect(new StdioTransport(process.stdin, process.stdout));
}

/** Its own bundle, so that a start without it does not pay for it. */
async function serveHttp(settings: HttpSettings, makeServer: ServerMaker): Promise<void> {
  const { listenHttp } = await import('./http/httpServer.ts');
  const options = { ...settings, makeServer, machine: thisMachine(), maxBytes: maxLineBytes, log };
  const { url, tokenFile, stop } = await listenHttp(options);
  const token = tokenFile === undefined ? 'MCP_SERVER_TOKEN' : `the token in ${tokenFile}`;
  process.stderr.write(`history: ${url}\nhistory: Authorization: Bearer <${token}>\n`);
  endOnSignals(stop);
}

/** When the client is gone, nothing new is read; the process ends by itself once the calls under way are done. */
function endGracefully(): void {
  const stop = (): void => {
    process.stdin.destroy();
    exitSoon();
  };
  process.stdin.once('end', stop);
  endOnSignals(stop);
  // The client closed its end (EPIPE): there is nobody to tell.
  process.stdout.on('error', stop);
}

function endOnSignals(stop: () => void): void {
  const end = (): void => {
    stop();
    exitSoon();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

function exitSoon(): void {
  closing.abort();
  setTimeout(() => process.exit(), lastWordsMs).unref();
}

main();
