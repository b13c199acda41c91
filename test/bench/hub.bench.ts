// What a hub costs, against a real PostgreSQL with its defaults, and beside it what the engine does by itself.   npm run bench hub
//   HUB_BENCH_MESSAGES   in 200 projects, a tenth of them in one (1,000,000)
//   HUB_BENCH_LONG       long messages that one client sends and another takes in, 3,000 bytes each (100,000)
import { connectHub } from '../../src/team/connection.ts';
import { newHub, startPostgres } from '../hub/postgres.ts';
import { client } from './hub/client.ts';
import { fill } from './hub/fill.ts';
import { headLines, inWords, rowLine, type HubRow } from './hub/row.ts';
import { searches } from './hub/search.ts';
import { atOnce, records, type HubBench } from './hub/transfer.ts';

const messages = Number(process.env.HUB_BENCH_MESSAGES ?? 1_000_000);
const long = Number(process.env.HUB_BENCH_LONG ?? 100_000);
const projects = 200;
const clients = 50;
/** Of a smaller run everything is smaller. */
const ofClient = Math.max(1_000, Math.floor(messages / 10));

void main();

async function main(): Promise<void> {
  const postgres = await startPostgres(undefined, []);
  try {
    await measure(await openBench(postgres));
  } finally {
    await postgres.stop();
  }
}

async function openBench(postgres: Awaited<ReturnType<typeof startPostgres>>): Promise<HubBench> {
  const hub = await newHub(postgres);
  const address = await hub.person('ann');
  return { postgres, database: hub.database, address, connection: await connectHub(address) };
}

async function measure(bench: HubBench): Promise<void> {
  const largest = Math.floor(messages / 10);
  const others = Math.floor((messages - largest) / (projects - 1));
  const sizes = [largest, ...Array.from({ length: projects - 1 }, () => others)];
  const { projects: filled, ms } = await fill(bench.postgres, bench.database, sizes);
  console.error(
    `${messages.toLocaleString('en')} messages in ${projects} projects by COPY: ${inWords.seconds(ms)}`,
  );
  console.log(headLines);
  const tell = async (rows: AsyncIterable<HubRow>): Promise<void> => {
    for await (const row of rows) console.log(rowLine(row));
  };
  await tell(searches(bench.connection, filled, 400));
  await tell(records(bench, ofClient));
  await tell(atOnce(bench, clients, 20));
  await tell(client(bench, { messages: ofClient, texts: 1 }));
  for (const count of [Math.ceil(long / 10), long]) await tell(client(bench, { messages: count, texts: 15 }));
  await bench.connection.close();
}
