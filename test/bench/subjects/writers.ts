import { ours, type Contender } from '../contenders.ts';
import { timed } from '../measure.ts';
import { messageText } from '../texts.ts';
import type { Subject } from '../subject.ts';

const [processes, saves] = [4, 250];

/** Each process saves one after the other, all at once. Fails where one is refused or lost. */
async function written(contender: Contender, place: string): Promise<number> {
  await contender.fill(place, 0, 'inOne');
  const clients = await Promise.all(Array.from({ length: processes }, () => contender.start(place)));
  for (const client of clients) await client.request('tools/list');
  const ms = await timed(() =>
    Promise.all(
      clients.map(async (client, n) => {
        for (let k = 0; k < saves; k++) await contender.save(client, messageText(n * saves + k));
      }),
    ),
  );
  await Promise.all(clients.map((client) => client.close()));
  const lost = processes * saves - (await contender.count(place));
  if (lost > 0) throw new Error(`${contender.name} lost ${lost} of ${processes * saves} saves`);
  return ms;
}

export const writers: Subject = {
  name: 'writers',
  about: 'Four processes save 250 messages each into one dialog at once; none may be lost or refused.',
  tried:
    'The processes take turns through [locks that are files](decisions/lock.md), each save with its own waits for the disk; who waits looks at four bytes. What would bring it down further, one writing what others leave, and what that would take, is told in [save-cost](decisions/save-cost.md).',
  run: async function* ({ bare, peers, folder }) {
    const row = { what: 'four processes × 250 saves', unit: 'ms' } as const;
    const own = await written(ours, folder('writers'));
    const references = [bare, ...peers.filter(({ name }) => name.includes('keeper'))];
    for (const [n, contender] of references.entries()) {
      const value = await written(contender, folder('writers'));
      const reference = { name: contender.name, value };
      yield { ...row, ours: own, reference, ...(n === 0 && { limit: { ours: 3_000 } }) };
    }
  },
};
