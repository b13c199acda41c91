import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { findCurrent } from '../../../src/history/sessions/currentSession.ts';
import type { ListedSession } from '../../../src/history/sessions/types.ts';
import { withStore } from './withStore.ts';

const asking = { agent: 'codex', since: 1_000 } as const;

interface Sessions {
  /** Adds a session that was active at a time, with what its transcript holds. */
  readonly add: (id: string, activeAt: number, text?: string, more?: Partial<ListedSession>) => ListedSession;
  readonly path: (id: string) => string;
}

const withSessions = (test: (sessions: Sessions) => Promise<void>) =>
  withStore(async ({ root }) => {
    const path = (id: string): string => join(root, `${id}.jsonl`);
    const add: Sessions['add'] = (sessionId, activeAt, text = '', more = {}) => {
      fs.writeFileSync(path(sessionId), text);
      return {
        source: 'codex',
        sessionId,
        path: path(sessionId),
        title: sessionId,
        size: text.length,
        startedAt: 0,
        activeAt,
        changedAt: activeAt,
        ...more,
      };
    };
    await test({ add, path });
  });

describe('the session that asks', () => {
  it('is the one that says so itself, and none where nobody says anything', async () => {
    assert.equal(await findCurrent([], undefined), undefined);
    assert.equal(await findCurrent([], { sessionId: 's1' }), 's1');
  });

  it('is the newest of its agent that was active since, else the one it began with', () =>
    withSessions(async ({ add }) => {
      const sessions = [
        add('other agent', 5_000, '', { source: 'claude' }),
        add('archived', 4_000, '', { archived: true }),
        add('newest', 3_000),
        add('older', 2_000),
        add('too old', 500),
      ];
      assert.equal(await findCurrent(sessions, asking), 'newest');
      assert.equal(await findCurrent(sessions, { ...asking, begunWith: 'older' }), 'older');
      assert.equal(await findCurrent(sessions, { ...asking, begunWith: 'gone' }), 'newest');
      assert.equal(await findCurrent(sessions, { ...asking, since: 9_000, begunWith: 'first' }), 'first');
      assert.equal(await findCurrent(sessions, { ...asking, since: 9_000 }), undefined);
    }));

  it('is the one in whose transcript the call stands, where several run', () =>
    withSessions(async ({ add }) => {
      const sessions = [add('newest', 3_000, 'call_1'), add('older', 2_000, `${'x'.repeat(100_000)}call_2`)];
      const found = (call: string) => findCurrent(sessions, { ...asking, call, begunWith: 'newest' });
      assert.equal(await found('call_2'), 'older');
      assert.equal(await found('call_1'), 'newest');
    }));

  it('is waited for until its agent has written the call, and not for ever', () =>
    withSessions(async ({ add, path }) => {
      const sessions = [add('newest', 3_000), add('older', 2_000)];
      const found = findCurrent(sessions, { ...asking, call: 'call_3' });
      fs.writeFileSync(path('older'), 'call_3');
      assert.equal(await found, 'older');
      assert.equal(await findCurrent(sessions, { ...asking, call: 'never written' }), 'newest');
      const [only] = sessions;
      assert.ok(only);
      assert.equal(await findCurrent([only], { ...asking, call: 'never written' }), 'newest');
    }));
});
