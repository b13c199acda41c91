import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { historyFolderName } from '../disk/base/projectFolder.ts';
import { historySwitch } from '../disk/files/historySwitch.ts';
import { briefSettings } from '../insight/brief/settings.ts';
import { keepSettings } from '../history/capture/settings.ts';
import { copySettings } from '../history/copies/settings.ts';
import { defined, StoreError, errorMessage } from '../disk/base/core.ts';
import { thisMachine, homeFolder, HomeMissing } from '../disk/base/stateFolder.ts';
import type { CallHandlers, Listings } from './base/requests.ts';
import type { HandlerOptions } from './callHandlers.ts';
import { readCommandLine, type CommandLine } from './commandLine.ts';
import { helpText } from './help.ts';
import type { HubChoice } from './hubChoice.ts';
import type { HttpSettings } from './http/httpSettings.ts';
import { hubInstructionsFor, instructionsFor, offInstructions } from './instructions.ts';
import { chosenTools, hubOffersOf, listingsFor } from './offerChoice.ts';
import { offerList } from './offerList.ts';
import { createServer, version } from './server.ts';
import { standardErrorLog } from './base/standardErrorLog.ts';
import { maxLineBytes, StdioTransport } from './stdioTransport.ts';

/** Time limit for pending calls and replies at the end. Milliseconds. */
const shutdownMs = 10_000;

const log = standardErrorLog(process.env.LOG_LEVEL);
/** Aborted when the server ends, which stops background work. */
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
    const toolContext = { env: process.env, cwd, program: realpathSync(__dirname), log };
    const line = readCommandLine(process.argv.slice(2), toolContext);
    const offers = line.hub ? hubOffersOf(offerList) : offerList;
    const tools = chosenTools(line.tools, offers.tools, log);
    // A hub has a single project.
    const roots = line.hub ? ['.'] : line.roots;
    return { ...line, listings: { tools, ...listingsFor(offers, roots) } };
  } catch (error) {
    if (!(error instanceof StoreError) && !(error instanceof HomeMissing)) throw error;
    log.error(error.message);
    return undefined;
  }
}

function serve(line: Started): void {
  // There is a server for each agent and window, so temporary memory is returned.
  setFlagsFromString('--semi-space-growth-factor=1');
  for (const root of line.missingRoots) log.warn(`the root ${root} is not a folder (yet)`);
  const anyRoot = line.hub ? `the project ${line.hub.project} of a hub` : 'any project';
  const roots = line.roots.length > 0 ? line.roots.join(', ') : anyRoot;
  log.info(`started, version ${version}, in ${process.cwd()}, for ${roots}`);
  begin(line).catch((error: unknown) => {
    log.error(errorMessage(error));
    process.exitCode = 1;
  });
}

async function begin(line: Started): Promise<void> {
  const makeServer = serverMaker(line, line.hub && (await hubServer(line, line.hub)));
  return line.http ? serveHttp(line.http, makeServer) : serveStdio(makeServer);
}

type OpenHandlers = (options: HandlerOptions) => CallHandlers;

/** Opens the handlers for a hub, whose code is loaded only here. Throws where the hub cannot be read. */
async function hubServer(line: Started, hub: HubChoice): Promise<OpenHandlers> {
  const { openServedHub } = await import('./servedHub.ts');
  return (await openServedHub(hub, handlerOptions(line))).open;
}

/** Creates servers that share their request handlers. */
function serverMaker(line: Started, openHub?: OpenHandlers) {
  let handlers: Promise<CallHandlers> | undefined;
  const open = async () =>
    (openHub ?? (await import('./callHandlers.ts')).openHandlers)(handlerOptions(line));
  const loadHandlers = () => (handlers ??= open());
  const { roots, listings } = line;
  const names = listings.tools.map(({ name }) => name);
  const instructions = openHub ? hubInstructionsFor(names) : projectInstructions(line, names);
  const asksFolders = !openHub && roots.length !== 1;
  return () => createServer({ listings, instructions, asksFolders, loadHandlers, log });
}

/** The instructions for a project, as far as it is known before a call names it. */
function projectInstructions({ base, roots, workingFolder }: Started, names: readonly string[]): string {
  const project = (roots.length === 1 ? roots[0] : workingFolder) ?? base ?? homeFolder();
  const history = join(base ?? project, historyFolderName);
  if (historySwitch(project, { history }).mode === 'off') return offInstructions;
  const wantsBriefs = briefSettings({ history, env: process.env, log, project }).mode !== 'off';
  return instructionsFor(names, roots, wantsBriefs);
}

function handlerOptions(line: Started): HandlerOptions {
  const { roots, workingFolder, base, limits, secrets, embeddings, language, contextLanguage, hostname } =
    line;
  return {
    roots,
    limits,
    secrets,
    log,
    home: homeFolder(),
    ...defined({ workingFolder, base, embeddings }),
    language: contextLanguage,
    guidanceLanguage: language,
    promptLanguage: language,
    copies: copySettings(process.env, log),
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

/** A separate bundle, loaded only when used. */
async function serveHttp(settings: HttpSettings, makeServer: ServerMaker): Promise<void> {
  const { listenHttp } = await import('./http/httpServer.ts');
  const options = { ...settings, makeServer, machine: thisMachine(), maxBytes: maxLineBytes, log };
  const { url, tokenFile, stop } = await listenHttp(options);
  const token = tokenFile === undefined ? 'MCP_SERVER_TOKEN' : `the token in ${tokenFile}`;
  process.stderr.write(`history: ${url}\nhistory: Authorization: Bearer <${token}>\n`);
  endOnSignals(stop);
}

/** Once the client is gone, reads nothing more; the process ends after the pending calls. */
function endGracefully(): void {
  const stop = (): void => {
    process.stdin.destroy();
    exitSoon();
  };
  process.stdin.once('end', stop);
  endOnSignals(stop);
  // The client closed its end (EPIPE), so nothing can be sent.
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
  setTimeout(() => process.exit(), shutdownMs).unref();
}

main();
