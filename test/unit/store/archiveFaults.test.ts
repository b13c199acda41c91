import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveOptions } from '../../../src/store/archive/types.ts';
import { StoreError } from '../../../src/store/errors.ts';
import type { Store } from '../../../src/store/store.ts';
import { onFaultyDisk } from './faults.ts';
import { claudeTranscript, type Line } from './transcriptOf.ts';
import { tree, withStore } from './withStore.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';
const lines: Line[] = Array.from({ length: 4 }, (_, n) => ({ id: `u${n}`, text: `text ${n}` }));

/** The messages of all parts, oldest part first; every archive must be whole and have its copy of the transcript. */
async function messagesIn(store: Store): Promise<string> {
  const { archives, damaged } = await store.archives.list();
  assert.deepEqual(damaged, []);
  const ids: string[] = [];
  for (const { name, raw } of [...archives].reverse()) {
    const page = await store.archives.read(name);
    assert.equal(page.damaged, undefined);
    assert.ok((await fs.stat(join(store.folder, '.conversations', raw ?? ''))).size > 0);
    ids.push(...page.messages.map(({ id }) => id));
  }
  return ids.join();
}

const asked: Readonly<Record<string, ArchiveOptions>> = {
  'a new part': {},
  'a part written anew': { event: 'Stop', goesOn: true },
};

describe('archiving on a disk that fails', () => {
  for (const kind of ['ENOSPC', 'EIO', 'power cut'] as const)
    for (const [what, options] of Object.entries(asked))
      it(`leaves all or nothing, whichever operation fails: ${kind}, ${what}`, async () => {
        let operations = Infinity;
        for (let at = 1; at <= operations; at++)
          await withStore(async ({ store, root, open }) => {
            await store.archives.archive(await claudeTranscript(root, session, lines.slice(0, 2)), options);
            const transcript = await claudeTranscript(root, session, lines);
            const outcome = await onFaultyDisk({ at, kind }, () =>
              open().archives.archive(transcript, options),
            );
            if (outcome.operations < at) operations = outcome.operations;
            await fs.rm(join(root, '.chat-history/.locks'), { recursive: true, force: true }); // its holder, this process, has not died
            const after = await messagesIn(open());
            if (outcome.error === undefined)
              assert.equal(after, 'u0,u1,u2,u3', `told as done, failed at ${at}`);
            else assert.ok(['u0,u1', 'u0,u1,u2,u3'].includes(after), `half done at ${at}: ${after}`);
            if (kind !== 'power cut' && outcome.error !== undefined)
              assert.ok(outcome.error instanceof StoreError);
            await open().archives.archive(transcript, options);
            assert.equal(await messagesIn(open()), 'u0,u1,u2,u3');
            const left = Object.keys(await tree(join(root, '.chat-history/.conversations')));
            assert.deepEqual(
              left.filter((name) => name.endsWith('.tmp')),
              [],
            );
          });
        assert.ok(operations > 8 && operations < 60, `${operations} operations`);
      });
});
