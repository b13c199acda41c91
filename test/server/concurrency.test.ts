import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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

const save = ({ ok }: ServerUnderTest, message: string) =>
  ok('history_save', { dialog, entry: { role: 'user', text: message } });

const oneAtATime = async (server: ServerUnderTest, messages: readonly string[]) => {
  for (const message of messages) await save(server, message);
};
const allInFlight = async (server: ServerUnderTest, messages: readonly string[]) => {
  await Promise.all(messages.map((message) => save(server, message)));
};

describe('four processes with one dialog', () => {
  for (const [how, saveAll] of Object.entries({ oneAtATime, allInFlight }))
    it(`store all of 4 × 250 saves, ${how}, and every file is whole at any moment`, () =>
      withFolder(async (root) => {
        await withServers(root, async (servers) => {
          const messages = servers.map((_, server) =>
            Array.from({ length: 250 }, (__, n) => `${server}-${n} ${'文件 '.repeat(40)}`),
          );
          await whilePolling(join(root, '.chat-history'), async () => {
            await Promise.all(servers.map((server, index) => saveAll(server, messages[index] ?? [])));
          });
          const stored = await allTexts(servers[0]!);
          assert.equal(stored.length, 1_000);
          for (const [server, sent] of messages.entries())
            assert.deepEqual(
              stored.filter((message) => message.startsWith(`${server}-`)),
              sent,
            );
        });
      })).timeout(400_000);
});

describe('kill -9 during saves', () => {
  /** Three of each time until the kill; `FAULTS=all` (npm run test:faults) plays more. */
  const rounds = process.env.FAULTS === 'all' ? 210 : 21;

  /** Lets a server save until it is killed a little after its first reply, and gives the texts it acknowledged. */
  async function killWhileSaving(root: string, round: number): Promise<string[]> {
    const server = startLines(['--root', root]);
    server.send(initialize);
    const texts = Array.from({ length: 40 }, (_, n) => `${round}-${n} ${'x'.repeat(500)}`);
    const saving = (async () => {
      for (const [index, message] of texts.entries()) {
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
    return acknowledged.map(({ id }) => texts[(id ?? 0) - 1] ?? '');
  }

  it(`loses nothing acknowledged in ${rounds} rounds and leaves nothing behind after the next save`, () =>
    withFolder(async (root) => {
      const acknowledged: string[] = [];
      for (let round = 0; round < rounds; round++) acknowledged.push(...(await killWhileSaving(root, round)));
      await withServers(root, async ([server]) => {
        assert.ok(server);
        await save(server, 'the next one'); // refused if the lock of the killed process were in the way
        const stored = await allTexts(server);
        assert.deepEqual(
          acknowledged.filter((message) => !stored.includes(message)),
          [],
        );
        assert.equal(new Set(stored).size, stored.length, 'stored twice');
        console.log(`      ${acknowledged.length} acknowledged, ${stored.length} stored`);
      });
      const files = readdirSync(join(root, '.chat-history', dialog));
      const foreign = files.filter((name) => !/^(dialog|messages|messages-\d{6})\.json$/.test(name));
      assert.deepEqual(foreign, []);
    })).timeout(400_000);
});
