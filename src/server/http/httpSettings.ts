import { defined, type Log, StoreError } from '../../store/base/core.ts';

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

/**
 * The settings of `--http`, from flags or else the environment; undefined without `--http`. Throws a `StoreError` for
 * a wrong flag; of the environment, what is wrong is told and left out.
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
  if (/^\d{1,5}$/.test(text) && Number(text) <= highestPort) return Number(text);
  const name = fromFlag ? '--port' : 'MCP_SERVER_PORT';
  const wrong = `${name} is ${JSON.stringify(text)}; give a number from 0 (any port that is free) to ${highestPort}.`;
  if (fromFlag) throw invalid(wrong);
  log.warn(`${wrong} ${defaultPort} is taken instead.`);
  return defaultPort;
}

/** What a bearer token may consist of stands in RFC 6750, section 2.1. The message does not repeat the secret. */
function givenToken(token = '', log: Log): string | undefined {
  if (token === '') return undefined;
  if (token.length >= leastTokenLength && /^[\w.~+/-]+=*$/.test(token)) return token;
  log.warn(
    `MCP_SERVER_TOKEN has ${token.length} characters; give at least ${leastTokenLength}, of letters, digits and -._~+/ only. One is made up instead.`,
  );
  return undefined;
}

const invalid = (message: string): StoreError => new StoreError('invalid_argument', message);
