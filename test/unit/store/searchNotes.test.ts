import assert from 'node:assert/strict';
import { assistant, user, withStore } from './withStore.ts';

/** Queries that are read as more than their words. */
const queries = [
  'car -lorry',
  'car role:user',
  'car since:2026-01-01',
  'car before:2026-12-01',
  'car on:2026-02-05',
  'car /b.ue/',
  'car tag:latest',
  'git push -force',
  'red "no such text"',
];

describe('the notes of a search', () => {
  it('are in English for agents, and in the language of a person who asks', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('the car is blue'), assistant('a red lorry')]);
      for (const query of queries) {
        const notes = async (language?: 'en' | 'zh') => {
          const { reading = [], notes } = await store.search.find({ query, ...(language && { language }) });
          return [...reading, ...notes];
        };
        const [agent, en, zh] = [await notes(), await notes('en'), await notes('zh')];
        assert.ok(agent.length > 0, query);
        assert.deepEqual(agent, en);
        assert.equal(zh.length, en.length);
        for (const note of zh) assert.match(note, /\p{Script=Han}/u, query);
        for (const note of en) assert.doesNotMatch(note, /\p{Script=Han}/u, query);
      }
    }));
});
