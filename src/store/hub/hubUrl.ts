import { isIP } from 'node:net';
import { defined, StoreError } from '../base/core.ts';

/** How a connection is secured: not at all; encrypted; and who must have signed the certificate, and for which host. */
export type HubSecurity = 'none' | 'encrypted' | 'signed' | 'verified';

/** Where the database of a hub is, and as whom one comes. */
export interface HubAddress {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** The person: what memberships, records and their owners name. */
  readonly user: string;
  readonly password?: string;
  readonly security: HubSecurity;
  /** A file with the certificates that are trusted instead of those of the system. */
  readonly rootCertificate?: string;
}

const example = 'postgresql://me:password@db.example.com/history';

/**
 * Reads `postgresql://user:password@host:port/database?sslmode=…&sslrootcert=…`. Without `sslmode`, a hub on this machine
 * is asked without TLS and any other with a certificate that is checked. Throws `invalid_argument`, never with the
 * password in it.
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
    ...{ host, port: Number(url.port === '' ? 5432 : url.port), database, user },
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
    ...{ argument: 'url', problem },
  });

/** An address as people may see it, without the password. */
export function shownHub({ host, port, database, user }: HubAddress): string {
  const shownHost = host.includes(':') ? `[${host}]` : encodeURIComponent(host);
  const shownPort = port === 5432 ? '' : `:${port}`;
  return `postgresql://${encodeURIComponent(user)}@${shownHost}${shownPort}/${encodeURIComponent(database)}`;
}

/** An address as `parseHubUrl` reads it again, with the password. */
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
