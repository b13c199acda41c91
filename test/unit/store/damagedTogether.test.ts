import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../../src/disk/base/core.ts';
import type { Store } from '../../../src/store/types.ts';
import { seeded } from '../../seeded.ts';
import { filesBelow } from './faults/snapshot.ts';
import { assistant, user, withStore } from './withStore.ts';

/** Contents that a merge, an editor, a full disk or a crash leave. */
const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'cut off': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  empty: () => Buffer.alloc(0),
  'a conflict': (bytes) => Buffer.from(`<<<<<<< ours\n${bytes.toString()}=======\n>>>>>>> theirs\n`),
  'another form': () => Buffer.from('[7]\n'),
  zeros: (bytes) => Buffer.alloc(bytes.length),
};

const whole = { recentTurns: 1_000, includeSummary: true, includeMessages: true };

const statement = {
  section: 'decisions',
  time: 1,
  reference: 'history://dialogs/d/@summary',
} as const;
const session = { source: 'claude', sessionId: 's' } as const;

/** What two windows and agents do with a history, whatever is damaged in it. */
const works: Readonly<Record<string, (store: Store, text: string) => Promise<unknown>>> = {
  save: ({ dialogs }, text) => dialogs.save('d', [user(text)]),
  'save elsewhere': ({ dialogs }, text) => dialogs.save('e', [user(text)]),
  remember: ({ memories }, text) => memories.store({ content: text }),
  read: ({ dialogs }) => dialogs.detail('d', whole),
  list: ({ dialogs }) => dialogs.list(),
  'list memories': ({ memories }) => memories.list(),
  context: ({ contexts }) => contexts.active('d'),
  summarize: ({ dialogs }, text) => dialogs.changeSummary('d', (old) => old ?? { facts: [text] }),
  decide: ({ brief }, text) => brief.choose({ ...statement, text }, { kind: 'pinned' }),
  label: ({ sessions }, text) => sessions.setLabels([{ session, title: text }]),
  schedule: ({ memories }) => memories.maintenance.schedule('weekly', 'monthly'),
  search: ({ search }) => search.find({ query: 'needle' }),
};
/** What each of these promises to keep. */
const keeping = new Set(['save', 'save elsewhere', 'remember']);

async function fill(store: Store): Promise<void> {
  await store.dialogs.save('d', [user('needle'), assistant('yes')]);
  await store.dialogs.setSummary('d', { facts: ['one'] }, 'replace');
  await store.contexts.startNew('d', {});
  await store.dialogs.save('d', [user('later'), assistant('yes')]);
  await store.dialogs.save('e', [user('other')]);
  await store.memories.store({ content: 'needle in memory' });
  await store.memories.maintenance.schedule('daily', 'yearly');
  await store.sessions.setLabels([{ session, title: 'mine' }]);
  await store.brief.choose({ ...statement, text: 'one' }, { kind: 'pinned' });
}

/** The files that are damaged, from the history folder. */
const files = [
  'd/messages.json',
  'd/summary.json',
  'd/dialog.json',
  'd/contexts/active.json',
  'd/contexts/index.json',
  '.memory/memories.jsonl',
  '.memory/care.json',
  '.sessions/labels.jsonl',
  'brief.json',
  'project.json',
] as const;

/** All that the files hold, so that what was put aside is found under whatever name. */
const contents = (root: string): Buffer[] =>
  [...filesBelow(root).values()].filter((bytes) => bytes !== undefined);

const textsOf = async ({ dialogs, memories }: Store): Promise<ReadonlySet<string>> => {
  const all = await Promise.all(['d', 'e'].map((name) => dialogs.detail(name, whole)));
  const said = all.flatMap(({ messages = [] }) => messages.map(({ text }) => text.trim()));
  return new Set([...said, ...(await memories.list()).map(({ content }) => content)]);
};

describe('a file that is damaged while several work', () => {
  for (const [n, file] of files.entries())
    for (const [kind, damage] of Object.entries(damages))
      it(`keeps its bytes and loses nothing that is written meanwhile: ${file}, ${kind}`, () =>
        withStore(async ({ root, open }) => {
          await fill(open());
          const path = join(root, '.chat-history', file);
          const random = seeded(n * 100 + kind.length);
          const windows = [open(), open(), open()];
          for (const store of windows) await store.dialogs.list(); // as it was before
          const damaged = damage(fs.readFileSync(path));
          fs.writeFileSync(path, damaged);
          const kept: string[] = [];
          const refusals: unknown[] = [];
          const work = async (store: Store, window: number) => {
            for (let step = 0; step < 6; step++) {
              const names = Object.keys(works);
              const name = names[Math.floor(random() * names.length)] ?? 'save';
              const text = `needle ${window}.${step}`;
              try {
                await works[name]?.(store, text);
                if (keeping.has(name)) kept.push(text);
              } catch (error) {
                refusals.push(error);
              }
            }
          };
          await Promise.all(windows.map(work));
          for (const error of refusals) assert.ok(error instanceof StoreError, String(error));
          // The bytes are somewhere, unless the file was not asked for, where it is as it was.
          // What is derived is made again, any JSON is a summary, and a line that was cut off as it was added is no line.
          const lines = damaged.subarray(0, damaged.lastIndexOf('\n') + 1);
          const told = file.endsWith('.jsonl') ? lines : damaged;
          const isSummary = file === 'd/summary.json' && kind === 'another form';
          if (file !== 'd/contexts/index.json' && !isSummary && told.length > 0)
            assert.ok(
              contents(root).some((bytes) => bytes.includes(told)),
              'its bytes are lost',
            );
          const texts = await textsOf(open());
          assert.deepEqual(
            kept.filter((text) => !texts.has(text)),
            [],
          );
        }));
});
