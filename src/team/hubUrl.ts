import { isIP } from 'node:net';
import { defined, StoreError } from '../disk/base/core.ts';

/**
 * Security of a connection: none, encrypted, certificate signed by a trusted authority, or verified for the host as
 * well.
 */
export type HubSecurity = 'none' | 'encrypted' | 'signed' | 'verified';

/** The database of a hub and the person connecting to it. */
export interface HubAddress {
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** The person's name in memberships and records. */
  readonly user: string;
  readonly password?: string;
  readonly security: HubSecurity;
  /** A file with the certificates trusted instead of the system's. */
  readonly rootCertificate?: string;
}

const example = 'postgresql://me:password@db.example.com/history';

/**
 * Parses `postgresql://user:password@host:port/database?sslmode=…&sslrootcert=…`. Throws `invalid_argument` without
 * the password in its text. Without `sslmode`, local hubs are connected without TLS and all others with a verified
 * certificate.
 */
export function parseHubUrl(text: string): HubAddress {
  const url = urlOf(text.trim());
  const host = url.searchParams.get('host') ?? decoded(url.hostname).replace(/^\[(.+)\]$/, '$1');
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  if (host === '') throw refused('names no host', 'addressHost');
  if (user === '') throw refused('names no user; the hub knows people by it', 'addressUser');
  if (database === '') throw refused('names no database', 'addressDatabase');
  const rootCertificate = url.searchParams.get('sslrootcert');
  return {
    host,
    port: Number(url.port === '' ? 5432 : url.port),
    database,
    user,
    ...(url.password !== '' && { password: decoded(url.password) }),
    security: securityOf(url.searchParams.get('sslmode'), host),
    ...(rootCertificate !== null && rootCertificate !== 'system' && { rootCertificate }),
  };
}

function urlOf(text: string): URL {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text))
    throw refused('is not such an address', 'addressForm');
  return new URL(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused('has a % that begins no character; write % itself as %25', 'addressPercent');
  }
}

function securityOf(mode: string | null, host: string): HubSecurity {
  switch (mode) {
    case null:
    case '':
      return isHere(host) ? 'none' : 'verified';
    case 'disable':
      return 'none';
    case 'no-verify':
      return 'encrypted';
    case 'verify-ca':
      return 'signed';
    case 'require':
    case 'verify-full':
      return 'verified';
    default:
      throw refused(
        `has sslmode=${JSON.stringify(mode)}; it takes verify-full, verify-ca, require, no-verify or disable`,
        'addressMode',
      );
  }
}

const isHere = (host: string): boolean =>
  host.startsWith('/') ||
  host === 'localhost' ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.'));

const refused = (text: string, problem: string): StoreError =>
  new StoreError('invalid_argument', `The address of the hub ${text}. It looks like ${example}`, {
    argument: 'url',
    problem,
  });

/** Formats an address for display, without the password. */
export function shownHub({ host, port, database, user }: HubAddress): string {
  const shownHost = host.includes(':') ? `[${host}]` : encodeURIComponent(host);
  const shownPort = port === 5432 ? '' : `:${port}`;
  return `postgresql://${encodeURIComponent(user)}@${shownHost}${shownPort}/${encodeURIComponent(database)}`;
}

/** Formats an address for `parseHubUrl`, including the password. */
export function formatHubUrl(address: HubAddress): string {
  const url = new URL(shownHub(address));
  if (address.password !== undefined) url.password = encodeURIComponent(address.password);
  const { security, rootCertificate } = address;
  const modes = { none: 'disable', encrypted: 'no-verify', signed: 'verify-ca', verified: 'verify-full' };
  url.search = String(
    new URLSearchParams(defined({ sslmode: modes[security], sslrootcert: rootCertificate })),
  );
  return url.href;
}
