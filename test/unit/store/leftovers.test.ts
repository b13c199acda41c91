import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { cases, type Case } from './faults/cases.ts';
import { onFaultyDisk, onSoundDisk, type KindName } from './faults/faultyDisk.ts';
import { filesBelow, putBack } from './faults/snapshot.ts';
import { withStore } from './withStore.ts';

/** `FAULTS=all` (npm run test:faults) refuses every operation; without it, a sample. */
const everything = process.env.FAULTS === 'all';
const stride = everything ? 1 : 23;
/** What is derived is tidied by age, and the first search of a thousand messages takes long. */
const isSlow = ({ title }: Case): boolean => /^an index|^a table/.test(title);

const isLeft = (name: string): boolean => /\.tmp|\.new-/.test(name) && !name.includes('.index');

describe('a change that the disk refuses', () => {
  for (const [number, one] of [...cases.entries()].filter(([, each]) => !isSlow(each)))
    it(`leaves nothing temporary: ${one.title}`, () =>
      withStore(async ({ root, open }) => {
        await onSoundDisk(root, () => Promise.resolve(one.prepare?.(open(), root)));
        const files = filesBelow(root);
        const left = new Set<string>();
        for (const kind of ['a refusal once', 'no space once', 'a torn write'] satisfies KindName[])
          for (
            let at = 1 + (everything ? 0 : number % stride), operations = at;
            at <= operations;
            at += stride
          ) {
            putBack(root, files);
            const outcome = await onFaultyDisk(root, { kind, at }, () => one.run(open(), root));
            operations = outcome.operations;
            for (const name of filesBelow(root).keys())
              // Where only the deletion was refused, the next change deletes it.
              if (outcome.error !== undefined && isLeft(name))
                left.add(`${kind} at ${at}: ${name.replace(/[0-9a-f]{6,}/g, '#')} ${inspect(outcome.error)}`);
          }
        assert.deepEqual([...left], []);
      }));
});
