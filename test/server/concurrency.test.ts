import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ClientLog } from '../clientLog.ts';
import { initialize, saveCall, startLines } from './lineServer.ts';
import { startServer, withFolder, type ServerUnderTest } from './withServer.ts';

// The SDK's client adds one listener for each request in flight, and there are hundreds here.
EventEmitter.defaultMaxListeners = 1_000;

const dialog = 'main';

/** Runs while another process reads all files again and again; every reading must have been whole JSON. */
async function whilePolling(folder: string, run: () => Promise<void>): Promise<void> {
  const poller = spawn(process.execPath, [join(__dirname, 'pollFiles.mjs'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(poller.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  await nextLine(); // it polls now
  try {
    await run();
  } finally {
    poller.stdin.end();
  }
  const { readings, failures } = JSON.parse(await nextLine()) as {
    readings: number;
    failures: string[];
  };
  assert.deepEqual(failures, []);
  assert.ok(readings > 4, `${readings} readings`);
}

/** Every text of the dialog, oldest first, page by page. */
async function allTexts({ ok }: ServerUnderTest): Promise<string[]> {
  const texts: string[] = [];
  let query: object = { sinceTs: 0 };
  for (;;) {
    const page = await ok('history_get_messages_since', { dialog, limit: 200, ...query });
    texts.push(...(page.messages as { text: string }[]).map((message) => message.text));
    if (!page.more) return texts;
    query = { cursor: page.cursor };
  }
}

/** Runs with four servers of one project. */
async function withServers(root: string, run: (servers: readonly ServerUnderTest[]) => Promise<void>) {
  const servers = await Promise.all([1, 2, 3, 4].map(() => startServer(root)));
  try {
    await run(servers);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

type Save = (message: string) => Promise<unknown>;

/** Saves by one server what a log notes, under a name of that server. */
const savesOf =
  ({ ok }: ServerUnderTest, log: ClientLog, writer: string): Save =>
  (message) =>
    log.write(message, () => ok('history_save', { dialog, entry: { role: 'user', text: message } }), writer);

const oneAtATime = async (save: Save, messages: readonly string[]) => {
  for (const message of messages) await save(message);
};
const allInFlight = async (save: Save, messages: readonly string[]) => {
  await Promise.all(messages.map(save));
};

describe('four processes saving to one dialog', () => {
  for (const [how, saveAll] of Object.entries({ oneAtATime, allInFlight }))
    it(`store all of 4 × 250 messages, ${how}, with every file intact at any moment`, () =>
      withFolder(async (root) => {
        const log = new ClientLog();
        await withServers(root, async (servers) => {
          const messages = (server: number) =>
            Array.from({ length: 250 }, (__, n) => `${server}-${n} ${'文件 '.repeat(40)}`);
          await whilePolling(join(root, '.chat-history'), async () => {
            await Promise.all(
              servers.map((server, n) => saveAll(savesOf(server, log, `server ${n}`), messages(n))),
            );
          });
          assert.equal(log.count('done'), 1_000);
          for (const [n, server] of servers.entries())
            log.assertMatches(await allTexts(server), `as server ${n} reads it`);
        });
      }));
});

describe('killing the server with kill -9 while saving', () => {
  /** Three of each time until the kill; `FAULTS=all` (npm run test:faults) plays more. */
  const rounds = process.env.FAULTS === 'all' ? 210 : 21;

  /** Lets a server save until it is killed a little after its first reply. */
  async function killWhileSaving(root: string, round: number, log: ClientLog): Promise<void> {
    const server = startLines(['--root', root]);
    server.send(initialize);
    const texts = Array.from({ length: 40 }, (_, n) => `${round}-${n} ${'x'.repeat(500)}`);
    const saving = (async () => {
      for (const [index, message] of texts.entries()) {
        log.sent(message, `round ${round}`);
        server.send(saveCall(index + 1, message));
        if (index % 5 === 4) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();
    while (server.replies().length < 2) await once(server.child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, round % 7));
    server.child.stdin.on('error', () => undefined); // writing to the killed process fails, as it should
    server.child.kill('SIGKILL');
    await Promise.all([server.closed, saving]);
    const acknowledged = server.replies().filter(({ id, result }) => id !== 0 && result?.content);
    for (const { id } of acknowledged) log.told(texts[(id ?? 0) - 1] ?? '');
  }

  it(`loses nothing acknowledged in ${rounds} rounds and leaves no remains after the next save`, () =>
    withFolder(async (root) => {
      const log = new ClientLog();
      for (let round = 0; round < rounds; round++) await killWhileSaving(root, round, log);
      await withServers(root, async ([server]) => {
        assert.ok(server);
        await savesOf(server, log, 'last')('the next one'); // refused if the lock of a killed process were in the way
        const stored = await allTexts(server);
        log.assertMatches(stored);
        console.log(`      ${log.count('done')} acknowledged, ${stored.length} stored`);
      });
      const files = readdirSync(join(root, '.chat-history', dialog));
      const foreign = files.filter((name) => !/^(dialog|messages|messages-\d{6})\.json$/.test(name));
      assert.deepEqual(foreign, []);
    }));
});
