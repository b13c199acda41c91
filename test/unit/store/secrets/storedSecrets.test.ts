import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { httpEmbeddings } from '../../../../src/history/embeddings/embeddings.ts';
import { sharedFolder } from '../../../../src/history/shared/types.ts';
import { claudeFolderName } from '../../../../src/agents/claude/transcripts.ts';
import type { Store } from '../../../../src/store/types.ts';
import { withModel } from '../../../embeddingModel.ts';
import { claude } from '../machine.ts';
import { jsonLines } from '../reading.ts';
import { assistant, user, withStore } from '../withStore.ts';
import { methodsOf, ways, type Subject } from './allWays.ts';
import { workWith, type Ways } from './derivedWays.ts';
import { piecesIn } from './spilled.ts';
import { githubToken } from './tokens.ts';

const id = '550e8400-e29b-41d4-a716-446655440000';
const whole = { recentTurns: 5, includeSummary: true, includeMessages: true };
/** Stores a text in every subject as it is, whole. */
async function plant(store: Store, text: string): Promise<void> {
  const found = { text, value: text, status: 'open' };
  await store.dialogs.save('d', [{ ...user(text), id: 'm1', meta: { path: text } }, assistant(text)]);
  await store.dialogs.setSummary('d', { decisions: [text, found], todo: [found], path: text }, 'replace');
  await store.dialogs.setSummary('d', { decisions: [text], path: text }, 'replace');
  await store.memories.store({ content: text, tags: ['pinned'], metadata: { file: text } });
  for (const more of ['And', 'Then', 'Also', 'Again'])
    await store.memories.store({ content: `${more} ${text}`, type: 'decision' });
  const call = { id: 'c', name: 'sh', args: { cmd: text }, result: text, status: 'success' } as const;
  await store.sessions.record('s-0', [
    { type: 'user', content: text },
    { type: 'assistant', content: text, toolCalls: [call] },
  ]);
  await store.sessions.setSummary({ source: 'claude', sessionId: id }, { decisions: [text], todo: [text] });
  const statement = {
    section: 'decisions',
    text,
    time: 1,
    reference: 'history://dialogs/d/@summary',
  } as const;
  await store.brief.choose(statement, { kind: 'pinned' });
  const { item } = await store.shared.share({ kind: 'decision', text: 'Harmless' });
  const file = join(store.folder, sharedFolder, item.file);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('Harmless', text));
}

/** What only reads, before anything is written anew. */
const reading = (store: Store): Record<string, () => unknown> => ({
  detail: () => store.dialogs.detail('d', whole),
  summary: () => store.dialogs.summary('d'),
  replaced: () => store.dialogs.replacedSummaries('d'),
  memories: () => store.memories.list(),
  consolidated: () => store.memories.consolidate('run', { horizon: 'weekly', dryRun: true }),
  shared: () => store.shared.list(),
  choices: () => store.brief.choices(),
});

describe('secrets that were stored before', () => {
  for (const between of [' ', ',', '，'])
    it(`reach no result of any method of the store, not even the part of one that was cut, with ${JSON.stringify(between)} between them`, () =>
      withStore(async ({ root, open }) => {
        const home = join(root, 'home');
        const secret = githubToken();
        const text = `Deploy ${`${secret}${between}`.repeat(300)} Thanks`;
        const transcript = join(home, '.claude/projects', claudeFolderName(root), `${id}.jsonl`);
        fs.mkdirSync(dirname(transcript), { recursive: true });
        const answer = { role: 'assistant', content: [{ type: 'text', text }] };
        const said = [
          claude(root, text, { uuid: 'u1' }),
          claude(root, text, { type: 'assistant', uuid: 'a1', message: answer }),
          ...workWith(root, text),
        ];
        fs.writeFileSync(transcript, jsonLines(said).replaceAll('"s1"', `"${id}"`));
        const workspace = { folders: [root], places: { home, env: {}, platform: 'linux' as const } };
        await plant(open({ workspace: () => workspace, secrets: () => 'keep' }), text);
        const store = open({ workspace: () => workspace });
        const spilled: string[] = [];
        for (const [name, look] of Object.entries(reading(store)))
          spilled.push(...piecesIn(name, await look(), secret));
        const now: Ways = { workspace, transcript, text: 'Deploy it. Thanks', token: 'x', store };
        for (const [subject, methods] of Object.entries(ways))
          for (const [method, way] of Object.entries(methods))
            if (methodsOf(store[subject as Subject]).includes(method))
              spilled.push(...piecesIn(`${subject}.${method}`, await way(now), secret));
        assert.deepEqual(spilled, []);
      }));

  it('are sent to no model that makes embeddings, not even the part of one that was cut', () =>
    withModel((model) =>
      withStore(async ({ open }) => {
        const secret = githubToken();
        const text = `buy a car ${`${secret} `.repeat(300)}`;
        const before = open({ secrets: () => 'keep' });
        await before.dialogs.save('d', [user(text)]);
        await before.memories.store({ content: text });
        const store = open({ embeddings: httpEmbeddings({ url: model.url, model: 'm' }) });
        await store.search.find({ query: 'automobile' });
        await store.memories.find('automobile', { byMeaning: true });
        assert.ok(model.asked.filter((asked) => asked.startsWith('buy a car [secret')).length >= 2);
        assert.deepEqual(piecesIn('asked', model.asked, secret), []);
      }),
    ));
});
