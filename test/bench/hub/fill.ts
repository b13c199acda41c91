import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HubRecord } from '../../../src/team/types.ts';
import type { HubAddress } from '../../../src/team/hubUrl.ts';
import type { TestPostgres } from '../../hub/postgres.ts';
import { timed } from '../measure.ts';
import { messageText } from '../texts.ts';

/** So many different texts are made; projects say them in an order of their own. */
const different = 50_000;
const ofDialog = 500;
let texts: readonly string[] | undefined;

/** Message number `n` of a project, as a client sends it. */
export function messageOf(project: number, n: number): HubRecord {
  texts ??= Array.from({ length: different }, (_, i) => messageText(i));
  const text = texts[(n * 7 + project * 7_919) % different] ?? '';
  const id = createHash('sha256').update(`${project} ${n}`).digest('hex');
  const ts = 1_770_000_000_000 + n * 1_000;
  const message = { role: n % 2 === 0 ? 'user' : 'assistant', text, ts };
  const body = { dialog: `dialog ${Math.floor(n / ofDialog)}`, message };
  return { kind: 'message', id, time: ts, author: 'bench', body, text, deleted: false };
}

/** A project in the hub. */
export interface FilledProject {
  readonly id: string;
  readonly messages: number;
}

/** Makes projects of a person with these numbers of messages, by the engine's own COPY. Gives how long that took, milliseconds. */
export async function fill(
  postgres: TestPostgres,
  database: HubAddress,
  sizes: readonly number[],
): Promise<{ readonly projects: readonly FilledProject[]; readonly ms: number }> {
  const projects = sizes.map((messages) => ({ id: randomUUID(), messages }));
  for (const { id, messages } of projects) {
    const named = `insert into history_hub.projects (id, name, seq) values ($1, 'bench', $2)`;
    await postgres.run(database, named, [id, messages]);
    const member = `insert into history_hub.members (project, person, access) values ($1, 'ann', 'owner')`;
    await postgres.run(database, member, [id]);
  }
  const ms = await copyIn(postgres, database, lines(projects));
  await postgres.run(database, 'analyze history_hub.records');
  return { projects, ms };
}

function* lines(projects: readonly FilledProject[]): Generator<string> {
  for (const [project, { id, messages }] of projects.entries()) {
    for (let from = 0; from < messages; from += 1_000) {
      const rows = Array.from({ length: Math.min(1_000, messages - from) }, (_, i) => {
        const { kind, id: own, time, author, body, text } = messageOf(project, from + i);
        const row = [id, 'ann', kind, own, time, author, from + i + 1, JSON.stringify(body), text];
        return `${row.map((value) => escaped(String(value))).join('\t')}\n`;
      });
      yield rows.join('');
    }
  }
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');

const columns = 'project, owner, kind, id, "time", author, seq, body, "text"';

/** Copies rows from a file, which the engine reads itself. Gives how long it took, milliseconds. */
export async function copyIn(
  postgres: TestPostgres,
  database: HubAddress,
  rows: Iterable<string>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-rows-'));
  try {
    chmodSync(folder, 0o755); // PostgreSQL may run as another user
    const file = join(folder, 'rows');
    await pipeline(Readable.from(rows), createWriteStream(file));
    return await timed(() =>
      postgres.run(database, `copy history_hub.records (${columns}) from '${file.replaceAll("'", "''")}'`),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same messages as `fill` makes for one more project, for COPY. */
export const rowsOf = (project: number, { id, messages }: FilledProject): Iterable<string> =>
  (function* () {
    const before = Array.from({ length: project }, () => ({ id, messages: 0 }));
    yield* lines([...before, { id, messages }]);
  })();
