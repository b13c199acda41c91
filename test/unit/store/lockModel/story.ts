import fc from 'fast-check';
import { codes, processCount, sights, type Sight, type Verb } from './shared.ts';

/** What happens next. Operations that fail are the next ones of a process, after some that do not. */
export type Event =
  | { readonly what: 'runs'; readonly who: number; readonly operations: number }
  | { readonly what: 'comes to'; readonly who: number; readonly verb: Verb }
  | { readonly what: 'is killed'; readonly who: number }
  | {
      readonly what: 'fails';
      readonly who: number;
      readonly code: number;
      readonly after: number;
      readonly count: number;
      readonly torn: boolean;
    }
  | { readonly what: 'stands still'; readonly who: number; readonly ms: number }
  | { readonly what: 'time passes'; readonly ms: number }
  | { readonly what: 'the clock is set'; readonly ms: number };

export interface Story {
  readonly sight: Sight;
  readonly seed: number;
  /** Whether the system gives the number of a dead process to the next one. */
  readonly reuse: boolean;
  readonly events: readonly Event[];
}

const who = fc.nat(processCount - 1);
const operations = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 120 }));
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ what: fc.constant('runs' as const), who, operations }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('is killed' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('fails' as const),
      who,
      code: fc.nat(codes.length - 1),
      after: fc.nat(12),
      count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(1_000)),
      torn: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('stands still' as const),
      who,
      ms: fc.constantFrom(900, 2_000, 30_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('time passes' as const),
      ms: fc.constantFrom(100, 900, 9_000, 3_600_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('the clock is set' as const),
      ms: fc.constantFrom(-3_600_000, -200, 200, 3_600_000),
    }),
  },
);

/** What may happen to three processes that share a lock. */
export const story: fc.Arbitrary<Story> = fc.record({
  sight: fc.constantFrom(...sights),
  seed: fc.nat(1_000_000),
  reuse: fc.boolean(),
  events: fc.array(event, { minLength: 10, maxLength: 80, size: 'max' }),
});

/**
 * Stopped between making its number and saying whose it is, a process is taken for nobody; it goes on just before the one
 * that passes it makes the next number, and still finds its own to be the highest.
 */
const passedBeforeItSaysWhoItIs: Story = {
  sight: 'all',
  seed: 0,
  reuse: false,
  events: [
    { what: 'is killed', who: 2 },
    { what: 'comes to', who: 0, verb: 'writes' },
    { what: 'stands still', who: 0, ms: 2_000 },
    { what: 'comes to', who: 1, verb: 'makes' },
    { what: 'time passes', ms: 2_000 },
    { what: 'comes to', who: 0, verb: 'lists' },
    { what: 'runs', who: 0, operations: 1 },
    { what: 'runs', who: 1, operations: 8 },
  ],
};

/** Stories that are played before all others, as chance tells them too rarely. */
export const written: readonly Story[] = [passedBeforeItSaysWhoItIs];
