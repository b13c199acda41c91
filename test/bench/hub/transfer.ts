import { randomUUID } from 'node:crypto';
import { connectHub } from '../../../src/team/connection.ts';
import type { HubAddress } from '../../../src/team/hubUrl.ts';
import { addProject } from '../../../src/team/members.ts';
import { pullRecords } from '../../../src/team/pull.ts';
import { pushRecords } from '../../../src/team/push.ts';
import type { HubConnection } from '../../../src/team/types.ts';
import type { TestPostgres } from '../../hub/postgres.ts';
import { timed, worked } from '../measure.ts';
import { copyIn, messageOf, rowsOf } from './fill.ts';
import { inWords, percentile, perSecond, type HubRow } from './row.ts';

/** Where it is measured. */
export interface HubBench {
  readonly postgres: TestPostgres;
  readonly database: HubAddress;
  /** A person. */
  readonly address: HubAddress;
  readonly connection: HubConnection;
}

const newProject = async (connection: HubConnection): Promise<string> => {
  const id = randomUUID();
  await addProject(connection, { id, name: 'bench' });
  return id;
};

/** Records of so many messages sent and read by one client, without files; beside it COPY of the same, and one SELECT of all. */
export async function* records(
  { postgres, database, connection }: HubBench,
  messages: number,
): AsyncGenerator<HubRow> {
  const project = await newProject(connection);
  const made = Array.from({ length: messages }, (_, n) => messageOf(500, n));
  let pushed = 0;
  const cpu = await worked(async () => {
    pushed = await timed(() => pushRecords(connection, project, made));
  });
  const copied = { id: await newProject(connection), messages };
  const copy = await copyIn(postgres, database, rowsOf(501, copied));
  yield {
    what: `sending ${messages.toLocaleString('en')} records`,
    ours: `${inWords.rate(messages, pushed)}${inWords.worked(cpu)}`,
    engine: `COPY: ${inWords.rate(messages, copy)}`,
    goal: '5,000 messages/s',
    reached: perSecond(messages, pushed) >= 5_000,
  };
  let read = 0;
  const pulled = await timed(() =>
    pullRecords(connection, { project, cursor: 0, of: 'me' }, (page) => {
      read += page.records.length;
    }),
  );
  if (read !== messages) throw new Error(`${read} of ${messages} records came back`);
  const all = 'select owner, kind, id, "time", author, seq, body, "text", deleted from history_hub.records';
  const select = await timed(() => connection.query(`${all} where project = $1 order by seq`, [project]));
  yield {
    what: `reading ${messages.toLocaleString('en')} records`,
    ours: inWords.seconds(pulled),
    engine: `one SELECT: ${inWords.seconds(select)}`,
    goal: '20 s',
    reached: pulled <= 20_000,
  };
}

/** Clients that send to one project at once, a batch after the other. */
export async function* atOnce(
  { address, connection }: HubBench,
  clients: number,
  batches: number,
): AsyncGenerator<HubRow> {
  const ofBatch = 20;
  const project = await newProject(connection);
  const connections = await Promise.all(Array.from({ length: clients }, () => connectHub(address)));
  const waits: number[] = [];
  let refused = 0;
  const send = async (client: HubConnection, who: number): Promise<void> => {
    for (let n = 0; n < batches; n++) {
      const batch = Array.from({ length: ofBatch }, (_, i) => messageOf(1_000 + who, n * ofBatch + i));
      waits.push(await timed(() => pushRecords(client, project, batch).catch(() => void refused++)));
    }
  };
  const ms = await timed(() => Promise.all(connections.map(send)));
  for (const client of connections) await client.close();
  const sql = 'select count(*) as there, max(seq) as newest from history_hub.records where project = $1';
  const [row] = await connection.query(sql, [project]);
  const sent = clients * batches * ofBatch;
  const lost = sent - Number(row?.there);
  yield {
    what: `${clients} clients sending to one project at once, ${batches} batches of ${ofBatch} each`,
    ours: `${refused} refused, ${lost} lost; ${inWords.rate(sent, ms)}, a batch in ${inWords.ms(percentile(waits, 50))} (p95 ${inWords.ms(percentile(waits, 95))})`,
    goal: 'none refused, none lost',
    reached: refused === 0 && lost === 0 && Number(row?.newest) === sent,
  };
}
