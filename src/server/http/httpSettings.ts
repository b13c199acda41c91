import { defined, type Log, StoreError } from '../../disk/base/core.ts';

/** Address and access of a server over HTTP. */
export interface HttpSettings {
  /** A name or an IP address of this machine. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The token required of every request; default a generated one, stored in a file. */
  readonly token?: string;
}

/** Reachable from this machine only. */
const defaultHost = '127.0.0.1';
const defaultPort = 8001;
const maxPort = 65_535;
/** Shorter tokens can be guessed. Characters. */
const minTokenLength = 16;

export interface HttpFlags {
  readonly http?: boolean | undefined;
  readonly stdio?: boolean | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}

/**
 * Reads the settings of `--http` from flags, then the environment; undefined without `--http`. Throws a `StoreError`
 * for a wrong flag; logs and ignores a wrong variable.
 */
export function httpSettings(
  flags: HttpFlags,
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
): HttpSettings | undefined {
  if (!flags.http) {
    const useless = flags.host !== undefined ? '--host' : flags.port !== undefined ? '--port' : undefined;
    if (useless !== undefined)
      throw invalid(`${useless} says where to listen with --http: add --http, or leave ${useless} out.`);
    return undefined;
  }
  if (flags.stdio) throw invalid('--stdio and --http are two ways to talk to a server: give one of them.');
  const token = givenToken(env.MCP_SERVER_TOKEN, log);
  return { host: host(flags, env), port: port(flags, env, log), ...defined({ token }) };
}

function host(flags: HttpFlags, env: Readonly<Record<string, string | undefined>>): string {
  if (flags.host === '') throw invalid('--host is empty; give a name or an IP address of this machine.');
  const text = flags.host ?? env.MCP_SERVER_HOST ?? '';
  return text === '' ? defaultHost : text.toLowerCase();
}

function port(flags: HttpFlags, env: Readonly<Record<string, string | undefined>>, log: Log): number {
  const fromFlag = flags.port !== undefined;
  const text = flags.port ?? env.MCP_SERVER_PORT ?? '';
  if (text === '' && !fromFlag) return defaultPort;
  if (/^\d{1,5}$/.test(text) && Number(text) <= maxPort) return Number(text);
  const name = fromFlag ? '--port' : 'MCP_SERVER_PORT';
  const wrong = `${name} is ${JSON.stringify(text)}; give a number from 0 (any port that is free) to ${maxPort}.`;
  if (fromFlag) throw invalid(wrong);
  log.warn(`${wrong} ${defaultPort} is taken instead.`);
  return defaultPort;
}

/** Characters of a bearer token: RFC 6750, section 2.1. The message does not repeat the secret. */
function givenToken(token = '', log: Log): string | undefined {
  if (token === '') return undefined;
  if (token.length >= minTokenLength && /^[\w.~+/-]+=*$/.test(token)) return token;
  log.warn(
    `MCP_SERVER_TOKEN has ${token.length} characters; give at least ${minTokenLength}, of letters, digits and -._~+/ only. One is made up instead.`,
  );
  return undefined;
}

const invalid = (message: string): StoreError => new StoreError('invalid_argument', message);
