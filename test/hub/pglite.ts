import { createRequire } from 'node:module';
import { createServer, type Socket } from 'node:net';
import type { HubAddress } from '../../src/team/hubUrl.ts';

/** What is used of PGlite, a PostgreSQL in this process. */
interface Engine {
  execProtocolRaw(message: Uint8Array): Promise<Uint8Array>;
  exec(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A PostgreSQL that has the extension `vector`, which the one that other tests start has not. */
export interface TestPglite {
  /** As its administrator, or whoever is named. */
  address(user?: string): HubAddress;
  /** Runs SQL as the administrator. */
  run(sql: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts one, and a server through which clients come to it. It knows one session: those of the clients are one after the
 * other, each of whom it is told who asks, and one in a transaction keeps the others waiting.
 */
export async function startPglite(): Promise<TestPglite> {
  const engine = await openEngine();
  await engine.exec(
    'create role history_owner login createrole; grant create on database postgres to history_owner',
  );
  const turns = new Turns(engine);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    serve(socket, turns);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    address: (user = 'postgres') => ({
      host: '127.0.0.1',
      port,
      database: 'postgres',
      user,
      password: 'none',
      security: 'none',
    }),
    run: (sql) => turns.alone(() => engine.exec(sql)),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await engine.close();
    },
  };
}

async function openEngine(): Promise<Engine> {
  const require = createRequire(__filename);
  const { PGlite } = require('@electric-sql/pglite') as {
    PGlite: { create(options: object): Promise<Engine> };
  };
  const extensions: unknown = require('@electric-sql/pglite-pgvector');
  return PGlite.create({ extensions });
}

/** Who may talk with the engine: one after the other. */
class Turns {
  readonly #engine: Engine;
  #holder: object | undefined;
  #freed = Promise.resolve();
  #free = (): void => undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Work of the administrator, between what clients do. */
  async alone(work: () => Promise<unknown>): Promise<void> {
    await this.#take({}, 'postgres');
    try {
      await work();
    } finally {
      this.#release();
    }
  }

  /** The answer to messages of a client. While it is in a transaction nobody else is asked. */
  async ask(client: object, user: string, messages: Buffer): Promise<Buffer> {
    if (this.#holder !== client) await this.#take(client, user);
    const answer = Buffer.from(await this.#engine.execProtocolRaw(messages));
    if (answer.at(-6) !== letter('Z') || answer.at(-1) === letter('I')) this.#release();
    return answer;
  }

  /** Undoes what a client began that is gone. */
  async leave(client: object): Promise<void> {
    if (this.#holder !== client) return;
    await this.#engine.exec('rollback');
    this.#release();
  }

  async #take(client: object, user: string): Promise<void> {
    while (this.#holder !== undefined) await this.#freed;
    this.#holder = client;
    this.#freed = new Promise((resolve) => (this.#free = resolve));
    await this.#engine.exec('set session authorization postgres');
    await this.#engine.exec(`set session authorization "${user}"`);
  }

  #release(): void {
    this.#holder = undefined;
    this.#free();
  }
}

const letter = (text: string): number => text.charCodeAt(0);

/** Speaks with one client: greets it, takes it for whom it says it is, and passes on what belongs together. */
function serve(socket: Socket, turns: Turns): void {
  let user: string | undefined;
  let received = Buffer.alloc(0);
  let last: Promise<void> = Promise.resolve();
  const take = (length: number): Buffer => {
    const taken = received.subarray(0, length);
    received = received.subarray(length);
    return taken;
  };
  const pass = (messages: Buffer): void => {
    const asked = user ?? '';
    last = last.then(async () => {
      const answer = await turns.ask(socket, asked, messages);
      socket.write(answer);
    });
  };
  let waiting: Buffer[] = [];
  socket.on('close', () => void last.then(() => turns.leave(socket)));
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 5) {
      const isFirst = user === undefined;
      const length = isFirst ? received.readInt32BE(0) : received.readInt32BE(1) + 1;
      if (received.length < length) return;
      const message = take(length);
      if (isFirst) {
        const said = message.toString('utf8', 8).split('\0');
        user = said[said.indexOf('user') + 1];
        socket.write(greeting);
        continue;
      }
      if (message[0] === letter('X')) return void socket.end();
      waiting.push(message);
      if (message[0] !== letter('Q') && message[0] !== letter('S')) continue;
      pass(Buffer.concat(waiting));
      waiting = [];
    }
  });
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** Everybody is let in. */
const greeting = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('Z', Buffer.from('I')),
]);
