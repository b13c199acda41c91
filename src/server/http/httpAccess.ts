import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Why a request is not let in, as an HTTP status and a message that names the repair. */
export interface HttpRefusal {
  readonly status: 401 | 403;
  readonly message: string;
}

export interface Access {
  /** What the server listens on, in lower case. */
  readonly host: string;
  readonly token: string;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only programs of this machine reach a host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'));

const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Why a request is refused; undefined when it may come in. A page in a browser that has its own name lead to this
 * machine (DNS rebinding) is known by that name in `Host`, any other page by its `Origin`.
 */
export function refusalOf(headers: IncomingHttpHeaders, access: Access): HttpRefusal | undefined {
  const { host = '', origin, authorization } = headers;
  if (!isOwnName(hostnameOf(`http://${host}`), access.host))
    return {
      status: 403,
      message: `The Host ${show(host)} is not a name of this server: use the address it told when it started, or start it with --host.`,
    };
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return {
      status: 403,
      message: `Requests of the web page ${show(origin)} are refused: connect with an MCP client that is not a web page.`,
    };
  if (!isToken(authorization, access.token))
    return {
      status: 401,
      message:
        'The token is missing or wrong: send the header “Authorization: Bearer <token>” with MCP_SERVER_TOKEN, or with the token in the file the server told when it started.',
    };
  return undefined;
}

/** Where all addresses are listened on, any IP address may be its own; a name that rebinds is none. */
function isOwnName(name: string, host: string): boolean {
  return name !== '' && (name === host || isLoopback(name) || (everywhere.has(host) && isIP(name) !== 0));
}

/** The name in an address, in lower case and without the brackets of IPv6; empty for what is no address. */
function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : '';
}

/** Takes the same time whatever is wrong. */
function isToken(authorization: string | undefined, token: string): boolean {
  const sent = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256(sent), sha256(token));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const show = (text: string): string => JSON.stringify(text.slice(0, 200));
