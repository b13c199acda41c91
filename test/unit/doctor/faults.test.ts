import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { FindingName, RepairReport } from '../../../src/doctor/types.ts';
import { hostName } from '../../../src/disk/files/owner.ts';
import { openStore } from '../../../src/store/store.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { holds } from '../../eventually.ts';
import { kindNames, onFaultyDisk, onSoundDisk, type KindName } from '../store/faults/faultyDisk.ts';
import { filesBelow, putBack } from '../store/faults/snapshot.ts';
import { jsonLines } from '../store/reading.ts';
import { TestClock, user } from '../store/withStore.ts';
import { withTarget, write, type Ward } from './withTarget.ts';

/** `FAULTS=all` (npm run test:faults) fails every operation of everything; without it, one in so many. */
const everything = process.env.FAULTS === 'all';
const stride = everything ? 1 : 5;

/** Something to repair, and what must not be lost by it, wherever it is afterwards. */
interface Illness {
  readonly title: string;
  readonly prepare: (history: string, root: string) => Promise<unknown>;
  readonly name: (history: string) => FindingName;
  readonly kept: readonly string[];
  /** It goes on with what was begun: what of it is done stays done where it fails. */
  readonly goesOn?: true;
}

const damage = (file: string, content: string, check = 'files', id = 'file.damaged'): Illness => ({
  title: `putting aside ${file}`,
  prepare: (history) => write(join(history, file), content),
  name: () => ({ check, id, subject: file }),
  kept: [content],
});

/** As `withTarget` has it. */
const homeBeside = (root: string): string => join(dirname(root), 'home');
/** What Cursor reads of a project. */
const agentFile = '.cursor/mcp.json';

const labels = '.sessions/labels.jsonl';
const memories = '.memory/memories.jsonl';

const illnesses: readonly Illness[] = [
  damage('plans/dialog.json', '{"v":1,'),
  damage('plans/summary.json', '{"torn":'),
  damage('.index/search/segments.json', '{"v":3', 'index', 'index.damaged'),
  {
    title: 'taking lines out of the memories',
    prepare: async (history, root) => {
      await openStore(root).memories.store({ content: 'Use OAuth' });
      fs.appendFileSync(join(history, memories), '<<<<<<< ours\n{"op":"pu');
    },
    name: () => ({ check: 'files', id: 'file.lines', subject: memories }),
    kept: ['Use OAuth', '<<<<<<< ours\n{"op":"pu'],
  },
  {
    title: 'taking lines out of the labels of sessions',
    prepare: async (history, root) => {
      const session = { source: 'claude', sessionId: 's' } as const;
      await openStore(root).sessions.setLabels([{ session, title: 'mine' }]);
      const good = fs.readFileSync(join(history, labels), 'utf8');
      fs.writeFileSync(join(history, labels), `{"source":"claude"}\n${good}`);
    },
    name: () => ({ check: 'files', id: 'file.lines', subject: labels }),
    kept: ['mine', '{"source":"claude"}\n'],
  },
  {
    title: 'finishing a clear',
    prepare: (history) => write(join(history, 'plans/pending.json'), '{"v":1,"op":"clear"}\n'),
    name: () => ({ check: 'unfinished', id: 'unfinished.operation', subject: 'plans' }),
    goesOn: true,
    kept: [], // what a clear takes away it puts aside before it notes that it goes on
  },
  {
    title: 'releasing a lock',
    prepare: (history) => {
      const holder = { pid: 2_147_483_646, host: hostName(), start: '1' };
      return write(join(history, '.locks/plans/000000009'), `held ${JSON.stringify(holder)}\n`);
    },
    name: (history) => ({ check: 'locks', id: 'lock.dead', subject: join(history, '.locks/plans') }),
    kept: ['hello'],
  },
  {
    title: 'keeping a session that goes soon',
    prepare: (_, root) => {
      const line = (type: string, uuid: string, content: string) => ({
        type,
        uuid,
        parentUuid: null,
        cwd: root,
        sessionId: 's-1',
        version: '2.1.0',
        timestamp: '2026-01-01T00:00:00.000Z',
        message: { role: type, content },
      });
      const lines = [line('user', 'u1', 'fix it'), line('assistant', 'a1', 'done')];
      const folder = join(homeBeside(root), '.claude/projects', claudeFolderName(root));
      fs.mkdirSync(folder, { recursive: true });
      const file = join(folder, 's-1.jsonl');
      fs.writeFileSync(file, jsonLines(lines));
      const old = (new TestClock().now() - 28 * 24 * 3_600_000) / 1_000;
      fs.utimesSync(file, old, old);
      return Promise.resolve();
    },
    name: () => ({ check: 'sessions', id: 'sessions.due', subject: '' }),
    goesOn: true, // a name that was given, a lock that was made
    kept: ['hello'],
  },
  {
    title: 'connecting an agent anew',
    prepare: async (_, root) => {
      await write(join(dirname(root), 'dist/cli.js'), '');
      const old = { command: 'node', args: ['/gone/mcp-history-store-0.1.0/dist/server.js', '--root', '.'] };
      const servers = { mcpServers: { other: { command: 'mine' }, history: old } };
      fs.mkdirSync(join(homeBeside(root), '.cursor'), { recursive: true });
      await write(join(root, agentFile), JSON.stringify(servers, null, 2));
    },
    name: () => ({ check: 'agents', id: 'agent.vanished', subject: 'cursor server project' }),
    kept: ['hello', '"mine"'],
  },
];

interface Trial {
  readonly ward: Ward;
  readonly illness: Illness;
  readonly before: string;
  readonly done: string;
  readonly files: ReturnType<typeof filesBelow>;
}

/**
 * Locks; logs, which tell of failures; what only saves time and is written where the disk lets it; and what an archive left
 * unfinished, which later ones sweep.
 */
const passing = /^\.locks|^\.index.*\.log$|^\.index\/[\w-]+\.json|^\.conversations\/(?:log|.*\.tmp$)/;

/** The files of a history that people and agents see, and that of an agent, with what was put aside under any time. A copy of what is there says nothing. */
function filesOf(root: string, leftOut = passing): string {
  const files = [...filesBelow(join(root, '.chat-history'))].flatMap(([name, bytes]) =>
    bytes === undefined || passing.test(name) || leftOut.test(name)
      ? []
      : [[unnumbered(name), bytes.toString('utf8')] as const],
  );
  const agents = join(root, agentFile);
  const known = new Map([...files, ...(fs.existsSync(agents) ? [[agentFile, read(agents)] as const] : [])]);
  const told = [...known].filter(
    ([name, text]) => text !== known.get(name.replace('.damaged', '')) || !name.endsWith('.damaged'),
  );
  return JSON.stringify(told.map(([name, text]) => [name, unnumbered(text)]).sort());
}

const read = (path: string): string => fs.readFileSync(path, 'utf8');

const unnumbered = (text: string): string =>
  text
    .replace(/damaged-\d+T\d+Z(?:-\d+)?/, 'damaged')
    .replace(/\d{8}T\d{6}\w*|\d{4}-\d\d-\d\dT[\d:.-]+Z\w*|\b1770\d{9}\b/g, 'TIME');

/** What a repair must not lose is somewhere, also when the process has ended. */
function assertKept(root: string, { kept }: Illness): void {
  const all = [...filesBelow(root).values()].map((bytes) => bytes?.toString('utf8') ?? '');
  for (const text of kept)
    assert.ok(
      all.some((content) => content.includes(text)),
      `${text} is lost`,
    );
}

/** Fails the operation with this number, then repairs on a disk that works; tells how many operations there are. */
async function attempt({ ward, illness, before, done, files }: Trial, kind: KindName, at: number) {
  const { root, repair } = ward;
  putBack(root, files);
  const name = illness.name(join(root, '.chat-history'));
  const { operations, value, ended, error } = await onFaultyDisk(root, { kind, at }, () => repair(name));
  const where = `at ${at} of ${operations}`;
  assertKept(root, illness);
  const after = filesOf(root, /\.tmp$/);
  if (!ended) {
    assert.equal(error, undefined, where);
    const { state, message } = value as RepairReport;
    assert.notEqual(message.en, '');
    if (state === 'done' || illness.goesOn !== true)
      assert.equal(after, state === 'done' ? done : before, `${where}: ${state}, ${message.en}`);
  }
  // A lock that the disk did not let it release is released a moment later.
  await holds(async () => {
    await onSoundDisk(root, () => repair(name));
    assert.equal(filesOf(root), done, `${where}, when it is repaired again`);
  });
  assertKept(root, illness);
  return operations;
}

describe('a repair on a disk that fails', () => {
  for (const [number, illness] of illnesses.entries())
    for (const kind of kindNames)
      it(`is done, or leaves everything as it was: ${illness.title}, ${kind}`, () =>
        withTarget(async (ward) => {
          const { root, repair } = ward;
          const history = join(root, '.chat-history');
          await openStore(root).dialogs.save('plans', [user('hello')]);
          await illness.prepare(history, root);
          const [before, files] = [filesOf(root), filesBelow(root)];
          assert.equal((await repair(illness.name(history))).state, 'done');
          const trial = { ward, illness, before, done: filesOf(root), files };
          const failures: string[] = [];
          let operations = Infinity; // until the first attempt tells
          for (let at = everything ? 1 : 1 + (number % stride); at <= operations + 1; at += stride)
            try {
              operations = await attempt(trial, kind, at);
            } catch (thrown) {
              failures.push(String(thrown));
              if (operations === Infinity) operations = at;
              if (failures.length > 5) break;
            }
          assert.deepEqual(failures, []);
        }));
});
