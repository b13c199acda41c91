import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { readerOf } from '../../../src/agents/reading/agent.ts';
import { agentTranscripts } from '../../../src/agents/transcripts.ts';
import { listTranscripts, readTranscript, transcripts } from '../../../src/agents/readTranscript.ts';
import { withMachine, type Machine } from './machine.ts';
import { plainAgents, type Written } from './plainAgents.ts';
import { said } from './reading.ts';
import { settled, withSessions } from './withSessions.ts';

const forms: readonly (readonly [string, Written])[] = Object.entries(plainAgents);
/** Agents whose files look as another's, and are told from them by their place alone. */
const lookAs: Readonly<Partial<Record<string, string>>> = {
  roo: 'cline',
  kilo: 'cline',
  openclaude: 'claude',
  iflow: 'claude',
  traex: 'codex',
};
const platforms = ['linux', 'darwin', 'win32'] as const;

async function writeSession(
  { write, places }: Pick<Machine, 'write' | 'places'>,
  written: Written,
  of: { text: string; cwd: string; platform?: NodeJS.Platform },
): Promise<string> {
  const files = written(of.text, { cwd: of.cwd, platform: of.platform ?? 'linux' });
  const [path = ''] = await Promise.all(
    files.map(([place, content]) => write(relative(places.home, resolve(places.home, place)), content)),
  );
  return path;
}

describe('agents that keep plain files', () => {
  for (const [agent, written] of forms) {
    for (const platform of platforms)
      it(`finds ${agent} on ${platform}, for its folder alone`, () =>
        withMachine(async (machine) => {
          const { folder } = machine;
          const places = { ...machine.places, platform };
          await writeSession(machine, written, {
            text: 'theirs',
            cwd: join(places.home, 'elsewhere'),
            platform,
          });
          const path = await writeSession(machine, written, { text: 'Fix 登录 🙂', cwd: folder, platform });
          const list = await listTranscripts(places, folder);
          assert.deepEqual(
            list.map((info) => [info.agent, info.title, info.path, info.cwd]),
            [[agent, 'Fix 登录 🙂', path, folder]],
          );
        }));

    it(`knows ${agent} by content, reads it as it is listed, and leaves nothing unknown`, () =>
      withMachine(async (machine) => {
        const path = await writeSession(machine, written, { text: 'hello', cwd: machine.folder });
        const [info] = await listTranscripts(machine.places, machine.folder);
        const session = await readTranscript(path);
        assert.equal(
          said(session).find((words) => words.startsWith('user')),
          'user: hello',
        );
        assert.ok(session.messages.length > 1);
        assert.deepEqual(session.omitted, { unreadable: 0, rewound: 0 });
        assert.deepEqual(
          [info?.sessionId, info?.startedAt, session.source, session.cwd],
          [session.sessionId, Date.parse(session.startTime), agent, machine.folder],
        );
        if (readerOf(agentTranscripts, info?.agent ?? 'claude').plainText) return;
        const copy = await machine.write('copies/some.txt', await fs.readFile(path, 'utf8'));
        assert.equal(await transcripts.recognise(copy), lookAs[agent] ?? agent);
      }));

    it(`archives, resumes and searches ${agent}`, () =>
      withSessions(async (fixture) => {
        const { folder, open, workspace } = fixture;
        const path = await writeSession(fixture, written, { text: 'the quokka teapot', cwd: folder });
        const store = open();
        const { hits } = await settled(store, 'quokka role:user');
        assert.deepEqual(
          hits.map((hit) => [hit.agent, hit.role]),
          [[agent, 'user']],
        );
        const [found] = (await store.sessions.list(workspace)).sessions;
        assert.equal(found?.source, agent);
        assert.match(JSON.stringify(await store.sessions.read(found)), /the quokka teapot/);
        for (const state of ['archived', 'unchanged'])
          assert.equal((await store.archives.archive(transcripts.archivable(path))).state, state);
      }));
  }
});
