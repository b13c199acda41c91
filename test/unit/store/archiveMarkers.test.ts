import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import type { ArchiveOptions } from '../../../src/history/archive/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { claudeTranscript, type Line } from './transcriptOf.ts';
import { withStore } from './withStore.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';
const talk: Line[] = [
  { id: 'u1', text: 'Hello' },
  { id: 'a1', text: 'Hi', by: 'assistant', tool: 'done' },
  { id: 'c1', text: '', summary: 'We said hello.' },
  { id: 'u2', text: 'Next' },
];

/** Writes the newest part of a session anew; its digest is that of what stands there then, or goes. */
async function rewrite(
  store: Store,
  change: (body: string) => string,
  digest: 'kept' | 'fitting' | 'gone',
): Promise<void> {
  const [part] = (await store.archives.list()).archives;
  assert.ok(part);
  const text = await fs.readFile(part.path, 'utf8');
  const start = text.indexOf('<!-- message');
  const body = change(text.slice(start));
  const sum = createHash('sha256').update(body).digest('hex').slice(0, 32);
  const head = text.slice(0, start);
  const fitting = head.replace(/^(open|digest): .*\n/m, digest === 'gone' ? '' : `$1: "${sum}"\n`);
  await fs.writeFile(part.path, (digest === 'kept' ? head : fitting) + body);
}

const onlyMarkers = (body: string): string =>
  body
    .split('\n')
    .filter((line) => line.startsWith('<!-- ') || line === 'We said hello.')
    .join('\n');
const withoutLengths = (body: string): string => body.replaceAll(/,"length":\d+/g, '');

/** Archives ever more of a talk, changing what is there each time before; what the parts hold then. */
async function partsOf(
  options: ArchiveOptions,
  change: (body: string) => string = (body) => body,
  digest: 'kept' | 'fitting' | 'gone' = 'kept',
): Promise<string[]> {
  const found: string[] = [];
  await withStore(async ({ store, root }) => {
    const unfinished: Line[] = [talk[0]!, { ...talk[1]!, tool: 'pending' }];
    const rewound: Line[] = [talk[0]!, { id: 'u9', text: 'Other' }];
    for (const lines of [
      talk.slice(0, 1),
      unfinished,
      talk.slice(0, 2),
      talk.slice(0, 3),
      talk,
      rewound,
      talk,
    ]) {
      const transcript = await claudeTranscript(root, session, lines);
      const outcome = await store.archives.archive(transcript, options);
      const names = outcome.state === 'archived' ? [outcome.archive.part] : outcome.parts.length;
      found.push(`${outcome.state} ${JSON.stringify(names)}`);
      await rewrite(store, change, digest);
    }
    for (const { name } of (await store.archives.list()).archives)
      found.push((await store.archives.read(name)).messages.map(({ id }) => id).join());
  });
  return found;
}

describe('what is known of archives that are there', () => {
  it('comes from markers alone while nobody changed them', () =>
    withStore(async ({ store, root }) => {
      await store.archives.archive(await claudeTranscript(root, session, talk));
      await rewrite(store, onlyMarkers, 'fitting');
      assert.equal(
        (await store.archives.archive(await claudeTranscript(root, session, talk))).state,
        'unchanged',
      );
      const grown = await claudeTranscript(root, session, [...talk, { id: 'u3', text: 'More' }]);
      const outcome = await store.archives.archive(grown, { compactSummary: 'We said hello.' });
      assert.deepEqual(outcome.state === 'archived' && [outcome.archive.messages, outcome.damaged], [1, []]);
    }));

  it('comes from what can be read where somebody changed them: a tool that is damaged is archived again', () =>
    withStore(async ({ store, root }) => {
      const transcript = await claudeTranscript(root, session, talk);
      await store.archives.archive(transcript);
      await rewrite(store, (body) => body.replace('> ```\n>\n> </details>', '>\n> </details>'), 'kept');
      const outcome = await store.archives.archive(transcript);
      assert.equal(outcome.state === 'archived' && outcome.archive.messages, 1);
    }));

  for (const options of [{}, { goesOn: true }])
    it(`is the same for archives of older versions, ${options.goesOn ? 'open' : 'closed'} ones`, async () => {
      const now = await partsOf(options);
      assert.deepEqual(await partsOf(options, withoutLengths, options.goesOn ? 'fitting' : 'gone'), now);
      assert.deepEqual(now.at(-1), options.goesOn ? 'u1,a1' : 'u1');
    });
});
