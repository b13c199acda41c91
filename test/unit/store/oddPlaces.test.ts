import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { discoverTranscripts } from '../../../src/agents/reading/discover.ts';
import type { UnreadPlace } from '../../../src/agents/reading/types.ts';
import { agentTranscripts } from '../../../src/agents/transcripts.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { makeDatabase, nodeWithSqlite, startDatabaseProcess } from './databases.ts';
import { claude, codex, remembered, withMachine, type Machine } from './machine.ts';
import { newestForms } from './newestForms.ts';
import { storedForms } from './storedAgents.ts';

/** What may lie where a folder or a database should be, and how it is told. */
const oddities: Readonly<Record<string, readonly [UnreadPlace['reason'], (path: string) => void]>> = {
  'a loop of links': ['link', (path) => fs.symlinkSync(path, path)],
  'a link to nothing': ['link', (path) => fs.symlinkSync(join(dirname(path), 'nothing'), path)],
  'a pipe': ['misplaced', (path) => void execFileSync('mkfifo', [path])],
};

const found = ({ places, folder }: Machine) =>
  discoverTranscripts(folder, {
    agents: agentTranscripts,
    places,
    former: [],
    known: remembered(),
    secrets: plainSecrets,
  });

/** A folder and those above it, up to the home folder or the project. */
function foldersTo(path: string, machine: Machine): string[] {
  if (path === machine.places.home || path === machine.folder) return [];
  return [...foldersTo(dirname(path), machine), path];
}

/** Every folder on the way to a home of an agent, each once. */
const placesOf = (machine: Machine): string[] => [
  ...new Set(
    agentTranscripts.flatMap(({ homes }) =>
      homes(machine.places, [machine.folder]).flatMap(({ folder }) => foldersTo(folder, machine)),
    ),
  ),
];

/** Puts something odd in one place, and sessions of two agents in the others. */
async function withOdd(machine: Machine, path: string, make: (path: string) => void): Promise<string[]> {
  const { places, folder, write } = machine;
  for (const name of fs.readdirSync(places.home))
    if (name !== 'code') fs.rmSync(join(places.home, name), { recursive: true });
  fs.rmSync(join(folder, '.specstory'), { recursive: true, force: true });
  fs.mkdirSync(dirname(path), { recursive: true });
  make(path);
  const others = [
    ['claude', `.claude/projects/${claudeFolderName(folder)}/s1.jsonl`, [claude(folder, 'other')]],
    ['codex', '.codex/sessions/2026/02/05/rollout-1.jsonl', codex(folder, 'other')],
  ] as const;
  const readable = others.filter(([, file]) => !`${join(places.home, file)}/`.startsWith(`${path}/`));
  for (const [, file, content] of readable) await write(file, content);
  return readable.map(([agent]) => agent);
}

describe('an odd place of an agent', () => {
  afterEach(dropCopies);

  const kinds = {
    ...oddities,
    'a file': ['misplaced', (path: string) => fs.writeFileSync(path, 'garbage')],
  } as const;
  for (const [kind, [reason, make]] of Object.entries(kinds))
    it(`takes nothing of other agents with it, and is told: ${kind} where a folder should be`, () =>
      withMachine(async (machine) => {
        for (const path of placesOf(machine)) {
          const readable = await withOdd(machine, path, make);
          const { transcripts, unread } = await found(machine);
          assert.deepEqual(transcripts.map(({ agent }) => agent).sort(), readable, path);
          assert.deepEqual(
            unread.map((place) => [place.path, place.reason]),
            [[path, reason]],
          );
        }
      }));

  const files = {
    ...oddities,
    'a folder': ['misplaced', (path: string) => fs.mkdirSync(path)],
    'no database': ['other', (path: string) => fs.writeFileSync(path, 'garbage'.repeat(1_000))],
    'a database of other tables': [
      'unknown',
      (path: string) => makeDatabase(path, 'CREATE TABLE talks (id text)', {}),
    ],
  } as const;
  for (const [kind, [reason, make]] of Object.entries(files))
    it(`takes nothing of other agents with it, and is told: ${kind} where a database should be`, () =>
      withMachine(async (machine) => {
        for (const form of storedForms) {
          const path = form.database(machine.places);
          await withOdd(machine, path, make);
          const { transcripts, unread } = await found(machine);
          assert.deepEqual(transcripts.map(({ agent }) => agent).sort(), ['claude', 'codex'], path);
          assert.deepEqual(
            unread.map((place) => [place.agent, place.path, place.reason]),
            [[form.agent, path, reason]],
          );
        }
      }));

  it('is none where another program has a database locked', async function () {
    if (nodeWithSqlite() === undefined) this.skip();
    for (const form of newestForms)
      await withMachine(async (machine) => {
        const program = await startDatabaseProcess(form.write(machine, 'Ask'));
        try {
          assert.equal(await program.run('BEGIN EXCLUSIVE; CREATE TABLE held (id text)'), 'done', form.name);
          const { transcripts, unread } = await found(machine);
          const agents = transcripts.map(({ agent }) => agent);
          assert.deepEqual([agents, unread], [[form.agent], []], form.name);
        } finally {
          await program.end();
          await dropCopies();
        }
      });
  });

  it('is none where a database holds nothing yet', () =>
    withMachine(async (machine) => {
      for (const form of storedForms) {
        await withOdd(machine, form.database(machine.places), (path) => fs.writeFileSync(path, ''));
        assert.deepEqual((await found(machine)).unread, [], form.agent);
      }
    }));

  it('is told where Antigravity keeps conversations of the project in a form of its own', () =>
    withMachine(async (machine) => {
      const { folder, places, write } = machine;
      const home = '.gemini/antigravity-cli';
      const prompts = [
        { conversationId: 'a', workspace: folder },
        { conversationId: 'b', workspace: folder },
        { conversationId: 'c', workspace: '/elsewhere' },
      ];
      await write(`${home}/history.jsonl`, prompts);
      for (const { conversationId } of prompts)
        await write(`${home}/conversations/${conversationId}.pb`, 'x');
      const logs = `${home}/brain/b/.system_generated/logs/transcript.jsonl`;
      await write(logs, [{ step_index: 0, source: 'USER_EXPLICIT', type: 'USER_INPUT', content: 'Hi' }]);
      const { transcripts, unread } = await found(machine);
      assert.equal(transcripts.length, 1);
      assert.deepEqual(
        unread.map(({ path, detail }) => [path, detail]),
        [[join(places.home, home, 'conversations'), '1 *.pb']],
      );
    }));

  it('is told where permission is denied', function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
    return withMachine(async (machine) => {
      for (const path of placesOf(machine)) {
        await withOdd(machine, path, (folder) => fs.mkdirSync(folder, { mode: 0 }));
        const { unread } = await found(machine);
        fs.chmodSync(path, 0o700);
        assert.deepEqual(
          unread.map((place) => [place.path, place.reason]),
          [[path, 'denied']],
        );
      }
    });
  });
});
