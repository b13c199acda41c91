import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { readTranscript } from '../../../src/agents/readTranscript.ts';
import { openStore } from '../../../src/store/store.ts';
import { iso, withMachine, type Machine } from './machine.ts';
import { zstdFrame } from './zstdFrames.ts';
import { jsonLines } from './reading.ts';
import { settled } from './withSessions.ts';

const id = (n: number) => `0199a1b2-3c4d-7e8f-9a0b-${String(n).padStart(12, '0')}`;
const day = '.codex/sessions/2026/02/05';
const name = (of: number) => `rollout-2026-02-05T08-00-${String(of).padStart(2, '0')}-${id(of)}.jsonl`;

/** A thread that asks and answers, begun a second later for each number. */
const thread = (of: number, cwd: string, text: string, meta: object = {}) => [
  { timestamp: iso(of), type: 'session_meta', payload: { id: id(of), timestamp: iso(of), cwd, ...meta } },
  ...[
    ['user', text],
    ['assistant', `${text} is done.`],
  ].map(([role, said]) => ({
    timestamp: iso(of + 10),
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: 'text', text: said }] },
  })),
  {
    timestamp: iso(of + 11),
    type: 'token_usage_record',
    payload: { response_id: `r${of}`, usage: { input_tokens: 100, output_tokens: 1 } },
  },
];

const spawned = {
  source: { subagent: { thread_spawn: { parent_thread_id: id(1), agent_nickname: 'Ada' } } },
};
const guardian = (parent: number) => ({
  session_id: id(1),
  source: { subagent: { other: 'guardian' } },
  thread_source: 'guardian_review',
  parent_thread_id: id(parent),
});

/** A person's thread, one spawned by it, guardians of both, one told by words alone, and a fork. */
async function writeThreads({ folder, write }: Machine): Promise<void> {
  const made = [
    thread(1, folder, 'Mend the gate', { source: 'cli', thread_source: 'user' }),
    thread(2, folder, 'Look for hinges', spawned),
    thread(3, folder, 'Assess the gate', guardian(1)),
    thread(4, folder, 'Assess the hinges', guardian(2)),
    thread(5, folder, 'Review it', { session_id: id(1), source: 'subagent_review' }),
    thread(6, folder, 'Paint the gate', { source: 'cli', thread_source: 'user', forked_from_id: id(1) }),
  ];
  for (const [n, lines] of made.entries()) await write(`${day}/${name(n + 1)}`, lines);
}

const storeOf = ({ folder, places }: Machine) => {
  const workspace = { folders: [folder], places };
  return { workspace, sessions: openStore(folder).sessions };
};

async function listed(machine: Machine): Promise<readonly string[]> {
  const { sessions, workspace } = storeOf(machine);
  return (await sessions.list(workspace)).sessions.map(({ title }) => title);
}

describe('helpers of Codex', () => {
  it('stand under the thread they work for, also helpers of helpers, and a fork does not', () =>
    withMachine(async (machine) => {
      await writeThreads(machine);
      assert.deepEqual(await listed(machine), ['Paint the gate', 'Mend the gate']);
      const { subagents = [], requests = [] } = await readTranscript(join(machine.places.home, day, name(1)));
      assert.deepEqual(
        subagents.map(({ title, messages }) => [title, messages[0]?.content]),
        [
          ['Ada', 'Look for hinges'],
          ['guardian', 'Assess the gate'],
          ['guardian', 'Assess the hinges'],
          ['subagent_review', 'Review it'],
        ],
      );
      const asked = [...requests, ...subagents.flatMap((helper) => helper.requests ?? [])];
      assert.deepEqual(
        asked.map((request) => request.id),
        ['r1', 'r2', 'r3', 'r4', 'r5'],
      );
    }));

  it('repeat nothing of what they copied from the thread they work for', () =>
    withMachine(async (machine) => {
      const { folder, write, places } = machine;
      const asked = thread(1, folder, 'Mend the gate', { source: 'cli' });
      const [begun, ...own] = thread(2, folder, 'Look for hinges', {
        ...spawned,
        forked_from_id: id(1),
        subagent_history_start_ordinal: asked.length + 1,
      });
      const lines = [begun, ...asked, ...own].map((line, ordinal) => ({ ordinal, ...line }));
      await write(`${day}/${name(1)}`, asked);
      await write(`${day}/${name(2)}`, lines);
      const { subagents = [] } = await readTranscript(join(places.home, day, name(1)));
      assert.deepEqual(
        subagents.map(({ title, messages }) => [title, messages.map(({ content }) => content)]),
        [['Ada', ['Look for hinges', 'Look for hinges is done.']]],
      );
    }));

  it('are found by their id, and their packed threads, too', () =>
    withMachine(async (machine) => {
      await writeThreads(machine);
      const { sessions, workspace } = storeOf(machine);
      assert.equal((await sessions.find(workspace, id(4))).title, 'guardian');
      const path = join(machine.places.home, day, name(2));
      await fs.writeFile(
        `${path}.zst`,
        zstdFrame(jsonLines(thread(2, machine.folder, 'Look for hinges', spawned))),
      );
      await fs.rm(path);
      assert.deepEqual(await listed(machine), ['Paint the gate', 'Mend the gate']);
      const { subagents = [] } = await readTranscript(join(machine.places.home, day, name(1)));
      assert.equal(subagents.length, 4);
    }));

  it('are listed by themselves where the thread is gone, and are never the latest', () =>
    withMachine(async (machine) => {
      await writeThreads(machine);
      await fs.rm(join(machine.places.home, day, name(1)));
      assert.deepEqual((await listed(machine)).toSorted(), [
        'Ada',
        'Paint the gate',
        'guardian',
        'subagent_review',
      ]);
      await fs.utimes(join(machine.places.home, day, name(5)), 2e9, 2e9);
      const { sessions, workspace } = storeOf(machine);
      assert.equal((await sessions.find(workspace, 'latest')).title, 'Paint the gate');
    }));

  it('say nothing in the name of the person', () =>
    withMachine(async (machine) => {
      await writeThreads(machine);
      const { workspace } = storeOf(machine);
      const store = openStore(machine.folder, { workspace: () => workspace });
      const search = async (query: string) => {
        const { hits } = await settled(store, query, { sources: ['sessions'] });
        return hits.map(({ snippet }) => snippet).toSorted();
      };
      assert.deepEqual(await search('role:user gate'), ['Mend the gate', 'Paint the gate']);
      assert.deepEqual(await search('"hinges"'), ['Assess the hinges is done.', 'Look for hinges is done.']);
    }));
});
