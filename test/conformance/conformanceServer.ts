import { once } from 'node:events';
import { createServer as createHttpServer, request, type Server } from 'node:http';
import type { CallHandlers } from '../../src/server/base/requests.ts';
import { openHandlers } from '../../src/server/callHandlers.ts';
import { listenHttp } from '../../src/server/http/httpServer.ts';
import { listingsFor } from '../../src/server/offerChoice.ts';
import { listOffers } from '../../src/server/offerList.ts';
import { createServer } from '../../src/server/server.ts';
import { thisMachine } from '../../src/disk/base/stateFolder.ts';
import { keepSettings } from '../../src/history/capture/settings.ts';
import { defaultLimits } from '../../src/disk/base/limits.ts';
import { binary, conformanceOffers, promptMessages, schemaTool, toolContents } from './conformanceOffers.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };
const token = 'token-of-the-conformance-tests';

/** The product's own server, serving over its own HTTP what the conformance suite asks for. */
export async function serveConformance(root: string): Promise<{ url: string; stop: () => void }> {
  const list = listOffers(conformanceOffers);
  const listings = listingsFor(list, [root]);
  const options = {
    listings: {
      ...listings,
      tools: [...list.tools.map(({ listing }) => listing), schemaTool],
    },
    instructions: 'For tests.',
    asksFolders: false,
    loadHandlers: () => Promise.resolve(withOtherContents(handlersFor(root))),
    log,
  };
  const makeServer = () => createServer(options);
  const listening = {
    host: 'localhost',
    port: 0,
    token,
    machine: thisMachine({}),
    maxBytes: 1_000_000,
    log,
    makeServer,
  };
  const { url, stop } = await listenHttp(listening);
  const proxy = createHttpServer(withToken(new URL(url)));
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  return {
    url: `http://localhost:${portOf(proxy)}/mcp`,
    stop: () => {
      stop();
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function handlersFor(root: string): CallHandlers {
  const places = { home: root, env: {}, platform: process.platform };
  const language = 'en';
  return openHandlers(
    {
      roots: [root],
      home: root,
      limits: defaultLimits,
      log,
      language,
      guidanceLanguage: language,
      promptLanguage: language,
      machine: { places, keep: keepSettings({ HISTORY_KEEP: 'off' }, log) },
      closing: new AbortController().signal,
    },
    conformanceOffers,
  );
}

/** Adds what this product's own offers never are: the server must pass it on. */
function withOtherContents(handlers: CallHandlers): CallHandlers {
  return {
    listed: (caller) => handlers.listed(caller),
    resources: async (caller) => ({
      resources: [
        ...(await handlers.resources(caller)).resources,
        { ...binary, blob: undefined, name: 'Binary', description: 'A picture.' },
      ],
    }),
    complete: (request, caller) => handlers.complete(request, caller),
    tool: async (name, args, caller) => {
      const content = toolContents[name];
      return content ? { content } : handlers.tool(name, args, caller);
    },
    prompt: async (name, args, caller) => {
      const messages = promptMessages[name]?.(args);
      return messages ? { messages } : handlers.prompt(name, args, caller);
    },
    resource: async (uri, caller) =>
      uri === binary.uri ? { contents: [binary] } : handlers.resource(uri, caller),
  };
}

/** Passes requests on as they are, but for the token that the suite does not know. */
const withToken =
  (target: URL): Parameters<typeof createHttpServer>[1] =>
  (incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const authorized = { ...headers, authorization: `Bearer ${token}` };
    const passed = request({ host: target.hostname, port: target.port, path, method, headers: authorized });
    passed.once('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  };
