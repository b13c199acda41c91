import { checkServerIdentity } from 'node:tls';
import pg from 'pg';
import { foreignText } from '../disk/files/foreign.ts';
import { defined, StoreError } from '../disk/base/core.ts';
import { hubError } from './hubErrors.ts';
import type { HubAddress } from './hubUrl.ts';
import type { HubConnection, HubRow, HubNotification, LiveConnection } from './types.ts';

const connectWithinMs = 15_000;
/** A statement that takes longer than this is waiting on a lost connection. */
const answerWithinMs = 120_000;
/** The certificates of all authorities of a system need about a quarter of this. */
const maxCertificateBytes = 1_000_000;

/** Connects to the database of a hub. Throws a `StoreError` that names the hub without its password. */
export async function connectHub(address: HubAddress): Promise<LiveConnection> {
  const { host, port, database, user, password } = address;
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    ...defined({ password }),
    ssl: await tlsOf(address),
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: 'mcp-history-store',
  });
  // The next statement reports a connection that broke in between.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await end(client);
    throw hubError(error, address);
  }
  return new PgConnection(client, address);
}

class PgConnection implements LiveConnection {
  #isClosed = false;
  readonly #client: pg.Client;
  readonly #address: HubAddress;

  constructor(client: pg.Client, address: HubAddress) {
    this.#client = client;
    this.#address = address;
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<readonly HubRow[]> {
    try {
      const { rows } = await this.#client.query<Record<string, unknown>>(sql, [...values]);
      return rows;
    } catch (error) {
      throw hubError(error, this.#address);
    }
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.query('begin');
    try {
      const result = await work();
      await this.query('commit');
      return result;
    } catch (error) {
      await this.query('rollback').catch(() => undefined); // the database does so itself if the connection broke
      throw error;
    }
  }

  onNotification(listener: (word: HubNotification) => void): void {
    this.#client.on('notification', ({ processId, payload = '' }) =>
      listener({ text: payload, from: processId }),
    );
  }

  get process(): number | undefined {
    const client: object = this.#client; // whose types omit it
    return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;
  }

  another(): Promise<HubConnection> {
    return connectHub(this.#address);
  }

  onEnd(ended: () => void): void {
    this.#client.once('end', () => {
      if (!this.#isClosed) ended();
    });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return end(this.#client);
  }
}

const end = (client: pg.Client): Promise<void> => client.end().catch(() => undefined);

async function tlsOf({ security, rootCertificate, host }: HubAddress): Promise<pg.ClientConfig['ssl']> {
  if (security === 'none') return false;
  if (security === 'encrypted') return { rejectUnauthorized: false };
  return {
    rejectUnauthorized: true,
    ...(rootCertificate !== undefined && { ca: await certificates(rootCertificate) }),
    // For an IP address, the client passes no host, and TLS would check the certificate for the wrong one.
    checkServerIdentity: (_host, certificate) =>
      security === 'signed' ? undefined : checkServerIdentity(host, certificate),
  };
}

async function certificates(file: string): Promise<string> {
  const text = await foreignText(file, maxCertificateBytes);
  if (text !== undefined) return text;
  throw new StoreError(
    'not_found',
    `sslrootcert names ${file}, which cannot be read. Save the certificate of the server there.`,
    { file },
  );
}
