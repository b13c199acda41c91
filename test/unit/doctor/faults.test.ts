import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import type { FindingName, RepairReport } from '../../../src/doctor/types.ts';
import { hostName } from '../../../src/store/files/owner.ts';
import { openStore } from '../../../src/store/store.ts';
import { holds } from '../../eventually.ts';
import { kindNames, onFaultyDisk, onSoundDisk, type KindName } from '../store/faults/faultyDisk.ts';
import { filesBelow, putBack } from '../store/faults/snapshot.ts';
import { user } from '../store/withStore.ts';
import { withPatient, write, type Ward } from './withPatient.ts';

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
];

interface Trial {
  readonly ward: Ward;
  readonly illness: Illness;
  readonly before: string;
  readonly done: string;
  readonly files: ReturnType<typeof filesBelow>;
}

/** The files of a history that people and agents see, with what was put aside under any time. A copy of what is there says nothing. */
function filesOf(root: string, leftOut = /^\.locks|^\.index.*\.log$/): string {
  const files = [...filesBelow(join(root, '.chat-history'))].flatMap(([name, bytes]) =>
    bytes === undefined || leftOut.test(name) ? [] : [[unnumbered(name), bytes.toString('utf8')] as const],
  );
  const known = new Map(files);
  const told = [...known].filter(
    ([name, text]) => text !== known.get(name.replace('.damaged', '')) || !name.endsWith('.damaged'),
  );
  return JSON.stringify(told.map(([name, text]) => [name, unnumbered(text)]).sort());
}

const unnumbered = (text: string): string =>
  text
    .replace(/damaged-\d+T\d+Z(?:-\d+)?/, 'damaged')
    .replace(/\d{8}T\d{6}\w*|\d{4}-\d\d-\d\dT[\d:.-]+Z\w*/g, 'TIME');

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
  const after = filesOf(root, /^\.locks|^\.index.*\.log$|\.tmp$/);
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
        withPatient(async (ward) => {
          const { root, repair } = ward;
          const history = join(root, '.chat-history');
          await openStore(root).dialogs.save('plans', [user('hello')]);
          await illness.prepare(history, root);
          const [before, files] = [filesOf(root), filesBelow(root)];
          assert.equal((await repair(illness.name(history))).state, 'done');
          const trial = { ward, illness, before, done: filesOf(root), files };
          const failures: string[] = [];
          let operations = 1;
          for (let at = everything ? 1 : 1 + (number % stride); at <= operations + 1; at += stride)
            try {
              operations = await attempt(trial, kind, at);
            } catch (thrown) {
              failures.push(String(thrown));
              operations = Math.max(operations, at);
              if (failures.length > 5) break;
            }
          assert.deepEqual(failures, []);
        })).timeout(600_000);
});
