import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectHub } from '../../src/store/hub/connection.ts';
import type { HubAddress } from '../../src/store/hub/hubUrl.ts';
import { addProject } from '../../src/store/hub/members.ts';
import type { HubHistory } from '../../src/store/hub/openedHistory.ts';
import { pullHistory, pushHistory } from '../../src/store/hub/syncHistory.ts';
import type { HubConnection } from '../../src/store/hub/types.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { seeded } from '../seeded.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';
import { stateOf } from './stateOf.ts';
import { TestTranscript } from './transcripts.ts';

const hour = 3_600_000;
const monthOfHours = 30 * 24;

/** A machine of a person, on which time goes by as the test says. */
interface TestMachine {
  readonly history: HubHistory;
  readonly folder: string;
  readonly transcripts: TestTranscript[];
  now: number;
}

describe('two machines of a person, offline for a month', function () {
  this.timeout(180_000);
  let postgres: TestPostgres;
  let me: HubAddress;
  const folders: string[] = [];
  before(async () => {
    postgres = await startPostgres();
    const hub = await newHub(postgres);
    me = await hub.person('me');
  });
  after(async () => {
    await postgres.stop();
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });

  function machine(id: string, name: string, ahead: number): TestMachine {
    const folder = fs.mkdtempSync(join(tmpdir(), 'hub-month-'));
    folders.push(folder);
    fs.mkdirSync(join(folder, '.chat-history'));
    fs.writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
    const made: TestMachine = {
      history: openHubHistory(folder, { clock: { now: () => made.now } }),
      ...{ folder, now: Date.UTC(2026, 0, 1) + ahead },
      // One session is archived on both, as where a home is shared.
      transcripts: ['11111111', '22222222', '33333333'].map((id) => new TestTranscript(`${id}-${name}`)),
    };
    made.transcripts.push(new TestTranscript('44444444-both'));
    return made;
  }

  /** A connection that is gone after so many statements, before or after the last one was run. */
  async function cutAfter(statements: number, isRun: boolean): Promise<HubConnection> {
    const real = await connectHub(me);
    let left = statements;
    const query: HubConnection['query'] = async (sql, values) => {
      if (left-- > 0) return real.query(sql, values);
      if (isRun && left === -1) await real.query(sql, values);
      await real.close();
      throw new Error('cut');
    };
    return {
      query,
      transaction: async (work) => {
        await query('begin');
        const result = await work();
        await query('commit');
        return result;
      },
      close: () => real.close(),
    };
  }

  /** What a person and agents do in an hour, of one kind after the other. */
  async function change({ history, transcripts, folder }: TestMachine, random: () => number): Promise<void> {
    const { local } = history;
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const now = local.context.clock.now();
    const dialog = pick(['a', 'b b', '对话']);
    const known = await local.memories.list();
    const contexts = await local.contexts.list(dialog);
    const text = `${String(random())} 词`;
    switch (Math.floor(random() * 11)) {
      case 0:
      case 1:
        await local.dialogs.save(dialog, [
          { role: 'user', text, ts: now },
          { role: 'assistant', text: `${text}!`, ts: now + 1 },
        ]);
        break;
      case 2:
        await local.dialogs.setSummary(dialog, { decisions: [text] }, 'replace');
        break;
      case 3:
        await local.memories.store({ content: `memory ${String(Math.floor(random() * 30))}` });
        break;
      case 4:
        if (known.length > 0) await local.memories.remove(pick(known).hash);
        break;
      case 5:
        if (known.length > 0) await local.memories.update(pick(known).hash, { tags: [text.slice(2, 5)] });
        break;
      case 6:
        if ((await local.dialogs.window(dialog, 0, 1)).total > 0) await local.contexts.startNew(dialog, {});
        break;
      case 7:
        if (contexts.length > 0) await local.contexts.summarize(pick(contexts).contextId, text);
        break;
      case 8:
        if (contexts.length > 0) await local.contexts.remove(pick(contexts).contextId);
        break;
      case 9: {
        const { archives } = await local.archives.list();
        const archive = archives.length > 3 && random() < 0.4 ? pick(archives) : undefined;
        if (archive) fs.rmSync(archive.path);
        break;
      }
      default:
        fs.mkdirSync(folder, { recursive: true });
        await pick(transcripts)
          .say(text)
          .archive(history, { goesOn: random() < 0.7 });
    }
  }

  for (const seed of [1, 2])
    it(`come to the same, with connections cut at any statement (${String(seed)})`, async () => {
      const random = seeded(seed);
      const id = randomUUID();
      const whole = await connectHub(me);
      await addProject(whole, { id, name: 'project' });
      const both = [machine(id, 'one', 0), machine(id, 'other', -2 * hour)];
      const push = ({ history }: TestMachine, connection: HubConnection) =>
        history.sync(connection, 'hub', (sync) => pushHistory(sync, 'everything'));
      const pull = ({ history }: TestMachine, connection: HubConnection) =>
        history.sync(connection, 'hub', pullHistory);
      let cuts = 0;
      const attempt = async (of: TestMachine): Promise<void> => {
        const connection = await cutAfter(Math.floor(random() * 12), random() < 0.5);
        await (random() < 0.5 ? push : pull)(of, connection).catch((error: unknown) => {
          assert.match(String(error), /cut|cannot be reached/);
          cuts++;
        });
        await connection.close();
      };
      for (let hours = 0; hours < monthOfHours; hours += 4)
        for (const of of both) {
          of.now += 4 * hour;
          await change(of, random);
          // The first three weeks both are offline; then the connection is there, and breaks again and again.
          if (hours > 21 * 24 && random() < 0.6) await attempt(of);
        }
      assert.ok(cuts > 10, String(cuts));
      for (const step of [push, pull, push, pull]) for (const of of both) await step(of, whole);
      const [one, other] = await Promise.all(both.map(({ history }) => stateOf(history)));
      assert.deepEqual(one, other);
      for (const of of both) {
        assert.equal(await push(of, whole), 0);
        assert.equal(await pull(of, whole), 0);
      }
      await whole.close();
    });
});
