import type { ReplyCall } from './replyBlocks.ts';

/** Source: the MCP Apps extension of 2026-01-26. */
const protocolVersion = '2026-01-26';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a tool replied. */
export interface ToolReply {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

/** What the host says of itself and of the look it wants. */
export interface HostContext {
  /** BCP 47 tag. */
  readonly locale?: string;
  readonly theme?: 'light' | 'dark';
  /** CSS variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** Name of the tool whose reply is shown. */
  readonly tool?: string;
}

/** What the host can do for the page. */
export interface HostAbilities {
  readonly callsTools: boolean;
  /** Scheme of links to the editor; absent where the host is none or opens no links. */
  readonly editorScheme?: string;
}

/** What the page is told. */
export interface HostEvents {
  readonly onContext: (context: HostContext) => void;
  readonly onInput: (args: Fields) => void;
  readonly onReply: (reply: ToolReply) => void;
  readonly onCancelled: () => void;
}

/** The chat that shows the page. */
export interface ChatHost {
  /** Connects; resolves with what the host can do. */
  readonly connect: () => Promise<HostAbilities>;
  /** Calls a tool of the server; rejects where the host refuses. */
  readonly call: (call: ReplyCall) => Promise<ToolReply>;
  readonly openLink: (url: string) => Promise<void>;
  /** Adds a message of the person to the chat, which the host may show first. */
  readonly say: (text: string) => Promise<void>;
}

/** Connects the page to the chat around it, by messages of JSON-RPC between windows. */
export function chatHost(events: HostEvents): ChatHost {
  const { request, notify } = channel(window.parent, (method, params) => receive(method, params, events));
  return {
    connect: async () => {
      const appInfo = { name: 'history', version: '1' };
      const appCapabilities = { availableDisplayModes: ['inline'] };
      const result = await request('ui/initialize', { appInfo, appCapabilities, protocolVersion });
      events.onContext(contextOf(result.hostContext));
      notify('ui/notifications/initialized', {});
      reportSize(notify);
      return abilitiesOf(result);
    },
    call: async ({ name, args }) => replyOf(await request('tools/call', { name, arguments: args })),
    openLink: async (url) => void (await request('ui/open-link', { url })),
    say: async (text) =>
      void (await request('ui/message', { role: 'user', content: [{ type: 'text', text }] })),
  };
}

interface Channel {
  readonly request: (method: string, params: Fields) => Promise<Fields>;
  readonly notify: (method: string, params: Fields) => void;
}

/** Exchanges requests, replies and notifications with another window. */
function channel(other: Window, onNotified: (method: string, params: Fields) => void): Channel {
  const waiting = new Map<number, (reply: Fields) => void>();
  let last = 0;
  const send = (message: Fields): void => other.postMessage({ jsonrpc: '2.0', ...message }, '*');
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== other || !isObject(data)) return;
    const { id, method, params } = data;
    if (typeof method !== 'string') {
      if (typeof id === 'number') waiting.get(id)?.(data);
    } else if (id === undefined) onNotified(method, isObject(params) ? params : {});
    else if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} });
    else send({ id, error: { code: -32601, message: `There is no method ${method}.` } });
  });
  const request: Channel['request'] = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (isObject(error)) reject(new Error(String(error.message)));
        else resolve(isObject(result) ? result : {});
      });
      send({ id, method, params });
    });
  return { request, notify: (method, params) => send({ method, params }) };
}

function receive(method: string, params: Fields, events: HostEvents): void {
  if (method === 'ui/notifications/tool-input')
    events.onInput(isObject(params.arguments) ? params.arguments : {});
  else if (method === 'ui/notifications/tool-result') events.onReply(replyOf(params));
  else if (method === 'ui/notifications/tool-cancelled') events.onCancelled();
  else if (method === 'ui/notifications/host-context-changed') events.onContext(contextOf(params));
}

function replyOf({ content, isError }: Fields): ToolReply {
  const items = Array.isArray(content) ? content.filter(isObject) : [];
  return {
    texts: items.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])),
    isError: isError === true,
  };
}

function contextOf(value: unknown): HostContext {
  const { locale, theme, styles, toolInfo } = isObject(value) ? value : {};
  const variables = isObject(styles) && isObject(styles.variables) ? styles.variables : {};
  const tool = isObject(toolInfo) && isObject(toolInfo.tool) ? toolInfo.tool.name : undefined;
  const texts = Object.entries(variables).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string';
  });
  return {
    variables: Object.fromEntries(texts),
    ...(typeof locale === 'string' && { locale }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof tool === 'string' && { tool }),
  };
}

/** Scheme of links to the editor, by the name it gives as a host; undefined for hosts that are no editor. */
function schemeOf(host: string): string | undefined {
  if (!/^(?:Visual Studio Code|Code - OSS)\b/i.test(host)) return undefined;
  return /insiders/i.test(host) ? `${stable}-insiders` : stable;
}
/** Scheme of the editor's stable build. */
const stable = 'vscode';

function abilitiesOf({ hostCapabilities, hostInfo }: Fields): HostAbilities {
  const capabilities = isObject(hostCapabilities) ? hostCapabilities : {};
  const name = isObject(hostInfo) ? String(hostInfo.name) : '';
  const scheme = schemeOf(name);
  return {
    callsTools: isObject(capabilities.serverTools),
    ...(isObject(capabilities.openLinks) && scheme !== undefined && { editorScheme: scheme }),
  };
}

/** Tells the host the size of the page whenever it changes. */
function reportSize(notify: Channel['notify']): void {
  const page = document.documentElement;
  const report = (): void =>
    notify('ui/notifications/size-changed', { width: page.scrollWidth, height: page.offsetHeight });
  new ResizeObserver(report).observe(page);
}
