import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '../../src/disk/base/core.ts';
import { DialogTrash } from '../../src/history/dialogs/dialogTrash.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { connectHub } from '../../src/team/connection.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { addProject } from '../../src/team/members.ts';
import { pullHistory, pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection } from '../../src/team/types.ts';
import { seeded } from '../seeded.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';
import { stateOf } from './stateOf.ts';
import { TestTranscript } from './transcripts.ts';

/** What found something once, and some others; `HUB_SEEDS=100-199` tries these instead. */
const [first, last] = (process.env.HUB_SEEDS ?? '').split('-').map(Number);
const seeds =
  first !== undefined && last !== undefined
    ? Array.from({ length: last - first + 1 }, (_, n) => first + n)
    : [1, 8, 11, 37, 61];
const steps = 60;
const names = ['plan', 'notes'];
const kinds = ['memory', 'snapshot', 'archive', 'snapshot'];

/** One machine, to which something is done at random. */
class RandomMachine {
  readonly history: HubHistory;
  readonly #random: () => number;
  readonly #label: string;
  readonly #transcripts: readonly TestTranscript[];
  #said = 0;

  constructor(history: HubHistory, random: () => number, label: string) {
    this.history = history;
    this.#random = random;
    this.#label = label;
    this.#transcripts = ['a', 'b'].map((name) => new TestTranscript(`${label}-${name}`));
  }

  one<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  get #name(): string {
    return this.one(names) ?? '';
  }

  /** The name of a dialog that is there. */
  async #dialog(): Promise<string> {
    return this.one(await this.history.local.dialogs.names()) ?? '';
  }

  /** All that a person can do, of every kind. What is not there to be done is done not. */
  get operations(): Readonly<Record<string, () => Promise<unknown>>> {
    const { dialogs, contexts, memories, archives, access } = this.history.local;
    const trash = new DialogTrash(access);
    const text = (): string => `said ${this.#label} ${String(++this.#said)}`;
    const snapshot = async () => this.one(await contexts.listAll())?.contextId ?? '';
    const memory = async () => this.one(await memories.list())?.hash ?? '';
    return {
      // Only what was answered becomes a snapshot.
      save: () =>
        dialogs.save(this.#name, [
          { role: 'user', text: text() },
          { role: 'assistant', text: text() },
        ]),
      'save equal ones': () => {
        const entry = { role: 'user' as const, text: text(), ts: Date.now() };
        return dialogs.save(this.#name, [entry, entry, { ...entry, text: text() }, entry]);
      },
      'save with an id': () => dialogs.save(this.#name, [{ role: 'user', text: text(), id: randomUUID() }]),
      rename: async () => dialogs.rename(await this.#dialog(), text()),
      'rename to a known name': async () => dialogs.rename(await this.#dialog(), this.#name),
      clear: async () => dialogs.clear(await this.#dialog()),
      'restore a backup': async () => {
        const name = await this.#dialog();
        await dialogs.restoreBackup(name, this.one(await dialogs.backups(name))?.id ?? '');
      },
      delete: async () => trash.remove(await this.#dialog()),
      'restore a dialog': async () => trash.restore(this.one(await trash.list())?.id ?? ''),
      summary: async () => dialogs.setSummary(await this.#dialog(), { notes: [text()] }, 'replace'),
      snapshot: async () => contexts.startNew(await this.#dialog(), { title: text() }),
      'change a snapshot': async () => contexts.summarize(await snapshot(), text()),
      'remove a snapshot': async () => contexts.remove(await snapshot()),
      'restore a snapshot': async () => contexts.restore(this.one(await contexts.trash())?.id ?? ''),
      memory: () => memories.store({ content: text() }),
      'retag a memory': async () => memories.changeTags(await memory(), { add: [text()] }),
      'edit a memory': async () => memories.edit(await memory(), text()),
      'remove a memory': async () => memories.remove(await memory()),
      'restore a memory': async () => memories.restore(this.one(await memories.trash())?.id ?? ''),
      archive: async () => this.one(this.#transcripts)?.say(text()).archive(this.history),
      'delete an archive': async () => {
        const known = (await archives.list()).archives;
        const path = this.one(known)?.path;
        // Where the last one is gone, somebody cleared a disk.
        if (known.length < 2 || path === undefined) return;
        fs.rmSync(path);
        this.history.local.context.wrote('.conversations');
      },
    };
  }
}

describe('three machines to which anything happens', function () {
  let postgres: TestPostgres;
  let me: HubConnection;
  const folders: string[] = [];
  before(async () => {
    postgres = await startPostgres();
    me = await connectHub(await (await newHub(postgres)).person('me'));
  });
  after(async () => {
    await me.close();
    await postgres.stop();
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });

  function machine(id: string): HubHistory {
    const folder = fs.mkdtempSync(join(tmpdir(), 'hub-random-'));
    folders.push(folder);
    fs.mkdirSync(join(folder, '.chat-history'));
    fs.writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
    return openHubHistory(folder);
  }
  const push = (history: HubHistory) =>
    syncHub(history, { connection: me, hub: 'hub' }, (sync) => pushHistory(sync, 'everything'));
  const pull = (history: HubHistory) => syncHub(history, { connection: me, hub: 'hub' }, pullHistory);

  /** Runs what may have nothing to be done with. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof StoreError && error.code !== 'storage' && error.code !== 'damaged') return false;
      throw error;
    }
  }

  for (const seed of seeds)
    it(`end with the same history, seed ${String(seed)}`, async () => {
      const random = seeded(seed);
      const id = randomUUID();
      await addProject(me, { id, name: 'project' });
      const machines = ['a', 'b', 'c'].map(
        (label) => new RandomMachine(machine(id), random, `${label}-${id.slice(0, 8)}`),
      );
      const done: string[] = [];
      for (const { history, operations } of machines) {
        for (const name of ['save', 'snapshot', 'snapshot', 'summary', 'memory', 'archive'])
          await operations[name]?.();
        await push(history);
      }
      for (const { history } of machines) await pull(history);
      // Some operations often tell more than all of them seldom: those of dialogs, and of what belongs to them.
      const kind = kinds[seed % kinds.length] ?? '';
      const some = Object.keys(machines[0]?.operations ?? {}).filter(
        (name) =>
          name.includes(kind) || random() < (kinds.some((other) => name.includes(other)) ? 0.15 : 0.5),
      );
      let n = 0;
      for (let step = 0; step < steps; step++) {
        if (random() < 0.4) n = Math.floor(random() * machines.length);
        const one = machines[n] ?? assert.fail();
        const { history, operations } = one;
        const all = { ...operations, push: () => push(history), pull: () => pull(history) };
        const name = one.one(random() < 0.35 ? ['push', 'pull'] : some) ?? '';
        const work = Object.entries(all).find(([known]) => known === name)?.[1] ?? (() => Promise.resolve());
        if (await attempt(work)) done.push(`${'abc'.charAt(n)}: ${name}`);
      }
      for (let round = 0; round < 4; round++)
        for (const { history } of machines) {
          await push(history);
          await pull(history);
        }
      const [state, ...others] = await Promise.all(machines.map(({ history }) => stateOf(history)));
      for (const [n, other] of others.entries())
        assert.deepEqual(other, state, `${'bc'.charAt(n)} differs from a after ${done.join(', ')}`);
    });
});
