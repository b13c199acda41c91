import { StoreError } from '../store/errors.ts';

/** Where a server over HTTP listens, and who may talk to it. */
export interface HttpSettings {
  /** A name or an IP address of this machine. */
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** What every request must bring; one is made up and kept in a file where none is given. */
  readonly token?: string;
}

/** Only this machine reaches it. */
const defaultHost = '127.0.0.1';
const defaultPort = 8001;
const highestPort = 65_535;
/** Shorter tokens can be guessed. Characters. */
const leastTokenLength = 16;

export interface HttpFlags {
  readonly http?: boolean | undefined;
  readonly stdio?: boolean | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}

/** The settings of `--http`, from flags or else the environment; undefined without `--http`. Throws a `StoreError`. */
export function httpSettings(
  flags: HttpFlags,
  env: Readonly<Record<string, string | undefined>>,
): HttpSettings | undefined {
  if (!flags.http) {
    const useless = flags.host !== undefined ? '--host' : flags.port !== undefined ? '--port' : undefined;
    if (useless !== undefined)
      throw invalid(`${useless} says where to listen with --http: add --http, or leave ${useless} out.`);
    return undefined;
  }
  if (flags.stdio) throw invalid('--stdio and --http are two ways to talk to a server: give one of them.');
  const token = givenToken(env.MCP_SERVER_TOKEN);
  return { host: host(flags, env), port: port(flags, env), ...(token !== undefined && { token }) };
}

function host(flags: HttpFlags, env: Readonly<Record<string, string | undefined>>): string {
  if (flags.host === '') throw invalid('--host is empty; give a name or an IP address of this machine.');
  const given = flags.host ?? env.MCP_SERVER_HOST ?? '';
  return given === '' ? defaultHost : given.toLowerCase();
}

function port(flags: HttpFlags, env: Readonly<Record<string, string | undefined>>): number {
  const [name, given] =
    flags.port === undefined ? ['MCP_SERVER_PORT', env.MCP_SERVER_PORT ?? ''] : ['--port', flags.port];
  if (given === '' && flags.port === undefined) return defaultPort;
  if (/^\d{1,5}$/.test(given) && Number(given) <= highestPort) return Number(given);
  throw invalid(
    `${name} is ${JSON.stringify(given)}; give a number from 0 (any port that is free) to ${highestPort}.`,
  );
}

/** What a bearer token may consist of stands in RFC 6750, section 2.1. The message does not repeat the secret. */
function givenToken(token = ''): string | undefined {
  if (token === '') return undefined;
  if (token.length >= leastTokenLength && /^[\w.~+/-]+=*$/.test(token)) return token;
  throw invalid(
    `MCP_SERVER_TOKEN has ${token.length} characters; give at least ${leastTokenLength}, of letters, digits and -._~+/ only, or unset it to have one made up.`,
  );
}

const invalid = (message: string): StoreError => new StoreError('invalid_argument', message);
