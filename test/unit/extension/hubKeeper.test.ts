import assert from 'node:assert/strict';
import { CanceledByUser, HubKeeper, type KeeperDelays } from '../../../src/extension/hub/hubKeeper.ts';
import type { HubStatus } from '../../../src/extension/hub/hubInfo.ts';
import { StoreError } from '../../../src/disk/base/core.ts';
import { eventually } from '../../eventually.ts';

const never = 1_000_000;
const delays: KeeperDelays = {
  startDelayMs: 0,
  debounceMs: 5,
  maxDelayMs: 50,
  notifyDelayMs: 1,
  pollMs: never,
  pollWhileListeningMs: never,
  retryMs: 5,
  maxRetryMs: 20,
};
const away = new StoreError('storage', 'away', { problem: 'unreachable' });
const wrong = new StoreError('storage', 'wrong', { problem: 'login' });

/** A hub that does as it is told, and a keeper of it. */
class World {
  notified = (): void => undefined;
  ended = (): void => undefined;
  opened = 0;
  closed = 0;
  exchanges = 0;
  looks = 0;
  news = false;
  failing: StoreError | undefined;
  readonly told: HubStatus[] = [];
  readonly keeper: HubKeeper<{ readonly name: string }>;

  constructor(special: Partial<KeeperDelays> = {}) {
    this.keeper = new HubKeeper({
      open: ({ notified, ended }) => {
        if (this.failing) return Promise.reject(this.failing);
        Object.assign(this, { notified, ended });
        this.opened++;
        return Promise.resolve({ name: 'hub' });
      },
      isListening: () => true,
      hasNews: () => {
        this.looks++;
        return Promise.resolve(this.news);
      },
      exchange: async (_hub, { onBatch }) => {
        if (this.failing) return Promise.reject(this.failing);
        this.exchanges++;
        await Promise.resolve();
        onBatch?.({ sent: 1 });
        return { sent: 1, received: 0 };
      },
      close: () => {
        this.closed++;
        return Promise.resolve();
      },
      setStatus: (status) => void this.told.push(status),
      now: () => performance.now(),
      delays: { ...delays, ...special },
    });
  }

  get kinds(): string {
    return this.told.map(({ kind }) => kind).join(' ');
  }
}

describe('the keeper of a hub', () => {
  const worlds: World[] = [];
  const world = (special?: Partial<KeeperDelays>): World => {
    const made = new World(special);
    worlds.push(made);
    return made;
  };
  afterEach(() => worlds.splice(0).forEach(({ keeper }) => keeper.dispose()));

  it('exchanges once at first, and then only when something changed or was heard', async () => {
    const one = world();
    await eventually('the first', () => one.exchanges === 1);
    for (let n = 0; n < 5; n++) one.keeper.changed();
    await eventually('a change', () => one.exchanges === 2);
    for (let n = 0; n < 5; n++) one.notified();
    await eventually('a word', () => one.exchanges === 3);
    assert.equal(one.opened, 1);
    assert.equal(one.looks, 0);
    assert.equal(one.kinds, 'connected connected connected');
  });

  it('looks from time to time, and exchanges only where there is news', async () => {
    const one = world({ pollWhileListeningMs: 5 });
    await eventually('some looks', () => one.looks >= 3);
    assert.equal(one.exchanges, 1);
    one.news = true;
    await eventually('news', () => one.exchanges >= 2);
  });

  it('tells since when the hub is away, tries again, and goes on where it was when it is back', async () => {
    const one = world();
    await eventually('the first', () => one.exchanges === 1);
    one.failing = away;
    one.ended();
    await eventually('some failures', () => one.told.filter(({ kind }) => kind === 'offline').length >= 3);
    const since = one.told.flatMap((each) => (each.kind === 'offline' ? [each.since] : []));
    assert.equal(new Set(since).size, 1);
    one.keeper.changed();
    one.failing = undefined;
    await eventually('it is back', () => one.exchanges === 2);
    await eventually('it says so', () => one.told.at(-1)?.kind === 'connected');
    assert.equal(one.opened, 2);
    assert.equal(one.closed, 1);
  });

  it('waits for somebody where trying again is of no use, until settings are others', async () => {
    const one = world();
    one.failing = wrong;
    await eventually('it is told', () => one.told.at(-1)?.kind === 'failed');
    one.keeper.changed();
    await assert.rejects(one.keeper.exchange(), wrong);
    assert.equal(one.kinds, 'failed failed');
    one.failing = undefined;
    one.keeper.begin();
    await eventually('it goes on', () => one.exchanges === 1);
  });

  it('tells who asked for it what was done, and is no failure where the person ends it', async () => {
    const one = world();
    await eventually('the first', () => one.exchanges === 1);
    assert.deepEqual(await one.keeper.exchange(), { sent: 1, received: 0 });
    const ended = one.keeper.exchange({
      onBatch: () => {
        throw new CanceledByUser();
      },
    });
    await assert.rejects(ended, CanceledByUser);
    assert.equal(one.kinds, 'connected connected connected');
    assert.equal(one.closed, 0);
  });
});
