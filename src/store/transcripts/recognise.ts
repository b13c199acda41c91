import fs from 'node:fs/promises';
import { agentTranscripts } from './agents.ts';
import type { Ends } from './shared/agent.ts';
import { readUntil } from './shared/ends.ts';
import { chunksOf } from './shared/lines.ts';
import { JsonRecords } from './shared/records.ts';
import type { Agent } from './shared/types.ts';

/** So many records without anything that gives the agent away mean that it is none. */
const maxRecords = 50;

const agents = Object.values(agentTranscripts);

/** Whose transcript a file is. */
export interface Recognised {
  readonly agent?: Agent;
}

interface SeenRecords extends Recognised {
  readonly records: number;
}

/** Whose transcript a file is: by what its first records look like, else by where it lies; empty for none. */
export async function recognise(path: string): Promise<Recognised> {
  const { size } = await fs.stat(path);
  const slashed = path.replaceAll('\\', '/');
  const writer = agents.find(({ plainText = false, place }) => plainText && place.test(slashed));
  if (writer) return { agent: writer.id };
  const look = ({ head }: Ends) => lookAt(head, slashed);
  const enough = ({ agent, records }: SeenRecords) => agent !== undefined || records >= maxRecords;
  const { records, ...found } = await readUntil(path, size, look, enough, { tail: false });
  const agent = records === 0 ? agents.find(({ place }) => place.test(slashed))?.id : undefined;
  return agent === undefined ? found : { agent };
}

async function lookAt(head: string, path: string): Promise<SeenRecords> {
  let records = 0;
  for await (const record of new JsonRecords(chunksOf(head))) {
    records++;
    const agent = agents.find(({ recognise }) => recognise(record, path))?.id;
    if (agent !== undefined) return { agent, records };
    if (records >= maxRecords) break;
  }
  return { records };
}
