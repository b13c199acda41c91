import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The HTTP status and message of a refused request. */
export interface HttpRefusal {
  readonly status: 401 | 403;
  readonly message: string;
}

export interface Access {
  /** The address the server listens on, in lowercase. */
  readonly host: string;
  readonly token: string;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Reports whether a host is reachable from this machine only. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'));

const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Reports why a request is refused; undefined if allowed. A web page whose name resolves to this machine (DNS
 * rebinding) is detected by `Host`, others by `Origin`.
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

/** When listening on all addresses, any IP address is allowed; a rebound name is not. */
function isOwnName(name: string, host: string): boolean {
  return name !== '' && (name === host || isLoopback(name) || (everywhere.has(host) && isIP(name) !== 0));
}

/** The host of an address, in lowercase and without IPv6 brackets; empty for an invalid address. */
function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : '';
}

/** Compares in constant time. */
function isToken(authorization: string | undefined, token: string): boolean {
  const sent = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256(sent), sha256(token));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const show = (text: string): string => JSON.stringify(text.slice(0, 200));
