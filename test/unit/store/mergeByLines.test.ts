import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { whileFailing } from './faults/whileFailing.ts';
import { withStore, type StoreFixture } from './withStore.ts';

const attributes = '.gitattributes';

interface Log {
  readonly folder: string;
  readonly text: string;
  readonly change: (at: StoreFixture, text: string) => Promise<unknown>;
}

/** The logs that git merges by lines. */
const logs: Readonly<Record<string, Log>> = {
  memories: {
    folder: '.memory',
    text: '*.jsonl merge=union\n',
    change: ({ open }, content) => open().memories.store({ content }),
  },
  'labels of sessions': {
    folder: '.sessions',
    text: 'labels.jsonl merge=union\n',
    change: ({ open }, title) =>
      open().sessions.setLabels([{ session: { source: 'codex', sessionId: 's1' }, title }]),
  },
};

/** Whether a descriptor is of the file with the attributes of a folder, or of what becomes it. */
const isOfAttributes = (folder: string, descriptor: number): boolean =>
  (fs.existsSync(folder) ? fs.readdirSync(folder) : []).some(
    (name) =>
      name.startsWith(attributes) && fs.lstatSync(join(folder, name)).ino === fs.fstatSync(descriptor).ino,
  );

describe('the attributes for git beside a log', () => {
  for (const [name, { folder, text, change }] of Object.entries(logs)) {
    it(`of ${name} are written anew where the disk did not confirm them, and never counted as written`, () =>
      withStore(async (at) => {
        const beside = join(at.root, '.chat-history', folder);
        const fsync = ([descriptor]: readonly unknown[]) => isOfAttributes(beside, Number(descriptor));
        await whileFailing('EIO', { fsync }, () =>
          assert.rejects(change(at, 'first'), ({ message }: Error) => message.includes('EIO')),
        );
        assert.deepEqual(
          fs.readdirSync(beside).filter((each) => each.startsWith(attributes)),
          [],
        );
        let confirmed = 0;
        const counting = (args: readonly unknown[]): boolean => {
          if (fsync(args)) confirmed++;
          return false;
        };
        await whileFailing('EIO', { fsync: counting }, () => change(at, 'second'));
        assert.equal(confirmed, 1);
        assert.equal(fs.readFileSync(join(beside, attributes), 'utf8'), text);
      }));

    it(`of ${name} are written where a process died before, or a power cut emptied them`, () =>
      withStore(async (at) => {
        const beside = join(at.root, '.chat-history', folder);
        for (const left of [undefined, '']) {
          fs.rmSync(beside, { recursive: true, force: true });
          fs.mkdirSync(beside, { recursive: true });
          if (left !== undefined) fs.writeFileSync(join(beside, attributes), left);
          await change(at, 'first');
          assert.equal(fs.readFileSync(join(beside, attributes), 'utf8'), text);
        }
      }));

    it(`of ${name} stay as a person wrote them`, () =>
      withStore(async (at) => {
        const beside = join(at.root, '.chat-history', folder);
        fs.mkdirSync(beside, { recursive: true });
        fs.writeFileSync(join(beside, attributes), '* -text\n');
        await change(at, 'first');
        assert.equal(fs.readFileSync(join(beside, attributes), 'utf8'), '* -text\n');
      }));
  }
});
