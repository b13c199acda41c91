import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '../../src/disk/base/limits.ts';
import { DialogTrash } from '../../src/history/dialogs/dialogTrash.ts';
import { parseMessages } from '../../src/history/dialogs/messages.ts';
import { connectHub } from '../../src/team/connection.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { addProject } from '../../src/team/members.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { pullHistory, pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection } from '../../src/team/types.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { seeded } from '../seeded.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';
import { stateOf } from './stateOf.ts';
import { TestTranscript } from './transcripts.ts';

const hour = 3_600_000;
/** Of dialogs; two of them have the same folder. */
const names = ['a', 'b b', '对话', 'A'];
const monthOfHours = 30 * 24;

/** A machine of a person, on which time goes by as the test says. */
interface TestMachine {
  readonly history: HubHistory;
  /** All that its dialogs ever held: texts are written once. */
  readonly had: Set<string>;
  readonly folder: string;
  readonly transcripts: TestTranscript[];
  now: number;
}

describe('two machines of a person, offline for a month', function () {
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
      history: openHubHistory(folder, {
        clock: { now: () => made.now },
        limits: { ...defaultLimits, backupRetention: 10_000 }, // so that all that was ever there can be looked for
      }),
      had: new Set(),
      folder,
      now: Date.UTC(2026, 0, 1) + ahead,
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
    const dialog = pick(names);
    const known = await local.memories.list();
    const contexts = await local.contexts.list(dialog);
    const text = `${String(random())} 词`;
    if (random() < 0.3) {
      await changeDialog(history, dialog, random);
      return;
    }
    switch (Math.floor(random() * 11)) {
      case 0:
        // Agents number messages anew in each dialog of a name.
        await local.dialogs.save(dialog, [
          { role: 'user', text: `${text}?`, ts: now, id: String(Math.floor(random() * 5)) },
        ]);
        break;
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

  /** Clears, compacts, deletes and renames dialogs, and takes that back. */
  async function changeDialog({ local }: HubHistory, dialog: string, random: () => number): Promise<void> {
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const trash = new DialogTrash(local.access);
    const other = pick(names) ?? '';
    const isThere = (await local.dialogs.names()).includes(dialog);
    const isFree = !(await local.dialogs.names()).includes(other);
    switch (Math.floor(random() * 6)) {
      case 0:
        await local.dialogs.clear(dialog);
        break;
      case 1:
        if (isThere) await trash.remove(dialog);
        break;
      case 2:
        if (isThere && isFree) await local.dialogs.rename(dialog, other);
        break;
      case 3: {
        const backup = pick(await local.dialogs.backups(dialog));
        if (backup) await local.dialogs.restoreBackup(dialog, backup.id);
        break;
      }
      case 4: {
        const item = pick(await trash.list());
        if (item && isFree) await trash.restore(item.id, other);
        break;
      }
      default: {
        const version = await local.dialogs.version(dialog);
        const keep = Array.from({ length: version.messages }, (_, n) => n).filter(() => random() < 0.5);
        const summary = { notes: [String(random())] };
        if (version.messages > 0) await local.dialogs.compact(dialog, { version, summary, keep });
      }
    }
  }

  /** Notes what dialogs hold, of which nothing may be lost. */
  async function noteTexts({ history: { local }, had }: TestMachine): Promise<void> {
    for (const name of await local.dialogs.names())
      for await (const messages of local.dialogs.all(name)) for (const { text } of messages) had.add(text);
  }

  /** All messages of a history, those in backups and in the trash, too. */
  function textsOnDisk(folder: string): ReadonlySet<string> {
    const texts = new Set<string>();
    const files = fs.readdirSync(join(folder, '.chat-history'), { recursive: true, encoding: 'utf8' });
    for (const file of files) {
      if (!/(^|[/\\])messages(-\d+)?\.json$/.test(file) || file.startsWith('.machine')) continue;
      const messages: unknown = JSON.parse(fs.readFileSync(join(folder, '.chat-history', file), 'utf8'));
      for (const { text } of parseMessages(messages)) texts.add(text);
    }
    return texts;
  }

  for (const seed of [1, 2])
    it(`converge with connections cut at any statement (${String(seed)})`, async () => {
      const random = seeded(seed);
      const id = randomUUID();
      const whole = await connectHub(me);
      await addProject(whole, { id, name: 'project' });
      const both = [machine(id, 'one', 0), machine(id, 'other', -2 * hour)];
      const push = ({ history }: TestMachine, connection: HubConnection) =>
        syncHub(history, { connection, hub: 'hub' }, (sync) => pushHistory(sync, 'everything'));
      const pull = ({ history }: TestMachine, connection: HubConnection) =>
        syncHub(history, { connection, hub: 'hub' }, pullHistory);
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
          await noteTexts(of);
          // The first three weeks both are offline; then the connection is there, and breaks again and again.
          if (hours > 21 * 24 && random() < 0.6) await attempt(of);
          await noteTexts(of);
        }
      assert.ok(cuts > 10, String(cuts));
      for (const step of [push, pull, push, pull])
        for (const of of both) {
          await step(of, whole);
          await noteTexts(of);
        }
      const [one, other] = await Promise.all(both.map(({ history }) => stateOf(history)));
      assert.deepEqual(one, other);
      for (const of of both) {
        assert.equal(await push(of, whole), 0);
        assert.equal(await pull(of, whole), 0);
      }
      for (const { folder, had } of both) {
        const texts = textsOnDisk(folder);
        assert.deepEqual(
          [...had].filter((text) => !texts.has(text)),
          [],
        );
      }
      await whole.close();
    });
});
