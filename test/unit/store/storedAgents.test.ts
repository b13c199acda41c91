import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { listTranscripts, readTranscript, transcripts } from '../../../src/agents/readTranscript.ts';
import { buffered, said } from './reading.ts';
import { storedForms, writeStored } from './storedAgents.ts';
import { settled, withSessions } from './withSessions.ts';
import { codex, withMachine } from './machine.ts';

const platforms = ['linux', 'darwin', 'win32'] as const;

describe('agents that keep sessions in databases', () => {
  afterEach(dropCopies);

  for (const form of storedForms) {
    const { agent, database, needed } = form;
    for (const platform of platforms)
      it(`finds ${agent} on ${platform}, for its folder alone`, () =>
        withMachine(async (machine) => {
          const places = { ...machine.places, platform };
          const path = writeStored(form, places, 'Fix 登录 🙂', machine.folder);
          assert.deepEqual(
            (await listTranscripts(places, machine.folder)).map((info) => [
              info.agent,
              info.title,
              info.path,
              info.cwd,
            ]),
            [[agent, 'Fix 登录 🙂', path, machine.folder]],
          );
          assert.deepEqual(await listTranscripts(places, join(places.home, 'elsewhere')), []);
        }));

    it(`reads ${agent} as it is listed, and leaves nothing unknown`, () =>
      withMachine(async ({ places, folder }) => {
        writeStored(form, places, 'hello', folder);
        const [info] = await listTranscripts(places, folder);
        assert.ok(info && info.size > 0);
        for (const of of [info, info.path]) {
          const session = await readTranscript(of);
          assert.deepEqual(said(session), ['user: hello', 'assistant: ok']);
          assert.deepEqual(session.omitted, { unreadable: 0, rewound: 0 });
          assert.deepEqual(
            [info.sessionId, info.title, info.startedAt, info.activeAt, session.source, session.cwd],
            [
              session.sessionId,
              session.title,
              Date.parse(session.startTime),
              Date.parse(session.lastUpdated),
              agent,
              folder,
            ],
          );
        }
      }));

    it(`archives, resumes and searches ${agent}, with its rows as the copy`, () =>
      withSessions(async (fixture) => {
        const { folder, open, places, workspace, write } = fixture;
        const path = writeStored(form, places, 'the quokka teapot', folder);
        const store = open();
        const { hits } = await settled(store, 'quokka role:user');
        assert.deepEqual(
          hits.map((hit) => [hit.agent, hit.role]),
          [[agent, 'user']],
        );
        const [found] = (await store.sessions.list(workspace)).sessions;
        assert.equal(found?.source, agent);
        assert.match(JSON.stringify(await store.sessions.read(found)), /the quokka teapot/);
        const outcome = await store.archives.archive(transcripts.archivable(path));
        assert.equal(outcome.state, 'archived');
        assert.equal((await store.archives.archive(transcripts.archivable(path))).state, 'unchanged');
        const copied = await buffered(store.archives.transcript(outcome.archive.name));
        const copy = await write('copies/some.jsonl', copied);
        assert.equal(await transcripts.recognise(copy), agent);
        assert.deepEqual(await readTranscript(copy), await readTranscript(path));
      }));

    it(`shows other agents' sessions where the database of ${agent} is empty, damaged, or of a form that is not known`, () =>
      withMachine(async ({ places, folder, write }) => {
        const path = writeStored(form, places, 'hello', folder);
        const file = database(places);
        await write(
          '.codex/sessions/2026/02/05/rollout-2026-02-05T08-00-00-x1.jsonl',
          codex(folder, 'theirs'),
        );
        const listed = async () => (await listTranscripts(places, folder)).map((info) => info.agent);
        assert.deepEqual((await listed()).sort(), ['codex', agent].sort());
        const changed = new Database(file);
        changed.exec(`ALTER TABLE ${needed[0]} RENAME COLUMN ${needed[1]} TO something_else`);
        changed.close();
        await dropCopies();
        assert.deepEqual(await listed(), ['codex']);
        await assert.rejects(readTranscript(path), (error: Error) => error.message.includes(file));
        for (const content of ['', 'no database '.repeat(50)]) {
          fs.writeFileSync(file, content);
          await dropCopies();
          assert.deepEqual(await listed(), ['codex']);
          await assert.rejects(readTranscript(path), (error: Error) => error.message.includes(file));
        }
        fs.rmSync(file);
        assert.deepEqual(await listed(), ['codex']);
        await assert.rejects(readTranscript(path));
      }));
  }
});
