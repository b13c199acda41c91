import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { defined, isObject, jsonOf, timeOfNumber, type Lease } from '../base/core.ts';
import { appendBounded } from '../files/appendLines.ts';
import { indexFolder, makeIndexFolder } from '../files/derived.ts';
import { readOnlyError, withStoreErrors } from '../files/failure.ts';
import { lockFolder } from '../files/ignored.ts';
import { withLock } from '../files/lock.ts';
import { bytesOf } from '../files/open.ts';
import { tidy } from '../files/tidy.ts';
import { folderAt } from '../files/way.ts';
import { briefPurposes, briefWays } from './types.ts';
import type { Brief, GivenBrief, Recipient, TextOfBrief } from './types.ts';

/** When the log holds more, its older half is dropped: it is to say what sessions of late were told. Bytes. */
const maxBytes = 512 * 1024;

/** What of a brief is given. */
export const textOf = ({ purpose, text, tokens, items }: Brief): TextOfBrief => ({
  ...{ purpose, text, tokens },
  references: items.map(({ reference }) => reference),
});

type GivenContext = Pick<StoreContext, 'folder' | 'log' | 'clock' | 'isReadOnly' | 'wrote'>;

/** The log of the briefs that were given on this machine. What its methods promise stands at `BriefStore`. */
export class GivenLog {
  readonly #context: GivenContext;
  readonly #file: string;

  constructor(context: GivenContext) {
    this.#context = context;
    this.#file = join(indexFolder(context.folder), 'given.jsonl');
  }

  list(): Promise<readonly GivenBrief[]> {
    return withStoreErrors(async () => (await this.#read()).reverse());
  }

  async note(brief: TextOfBrief, to: Recipient): Promise<void> {
    if (brief.text === '' || !this.#isThere()) return;
    await tidy(this.#context.log, 'note that a brief was given', () =>
      this.#change((lease) => this.#append(brief, to, lease)),
    );
  }

  claim(brief: TextOfBrief, to: Recipient, withinMs: number): Promise<boolean> {
    return this.#change(async (lease) => {
      const since = this.#context.clock.now() - withinMs;
      const isSame = (given: GivenBrief): boolean =>
        given.at >= since &&
        given.by === to.by &&
        given.session === to.session &&
        given.purpose === brief.purpose;
      if ((await this.#read()).some(isSame)) return false;
      await this.#append(brief, to, lease);
      return true;
    });
  }

  /** Nobody who only asks makes a history. */
  #isThere(): boolean {
    return folderAt(this.#context.folder) !== undefined && !this.#context.isReadOnly();
  }

  #append({ purpose, tokens, text, references }: TextOfBrief, to: Recipient, lease: Lease): Promise<void> {
    const { by, agent, session } = to;
    const entry: GivenBrief = {
      ...{ at: this.#context.clock.now(), ...defined({ agent, session }), purpose, tokens, text },
      items: references,
      by,
    };
    return appendBounded(this.#file, JSON.stringify(entry), { maxBytes, lease });
  }

  async #read(): Promise<GivenBrief[]> {
    const text = (await bytesOf(this.#file))?.toString('utf8') ?? '';
    return text.split('\n').flatMap((line) => parse(jsonOf(line)) ?? []);
  }

  #change<R>(work: (lease: Lease) => Promise<R>): Promise<R> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    return withStoreErrors(async () => {
      if (isReadOnly()) throw readOnlyError(folder);
      makeIndexFolder(this.#file);
      const result = await withLock(lockFolder(folder, '.given'), work, log);
      wrote(undefined);
      return result;
    });
  }
}

function parse(value: unknown): GivenBrief | undefined {
  if (!isObject(value)) return undefined;
  const at = timeOfNumber(value.at);
  const purpose = briefPurposes.find((known) => known === value.purpose);
  const by = briefWays.find((known) => known === value.by);
  const { agent, session, tokens, text, items } = value;
  if (at === undefined || !purpose || !by || typeof text !== 'string') return undefined;
  return {
    ...{ at, purpose, text, by, tokens: typeof tokens === 'number' ? tokens : 0 },
    ...(typeof agent === 'string' && { agent }),
    ...(typeof session === 'string' && { session }),
    items: Array.isArray(items) ? items.filter((item) => typeof item === 'string') : [],
  };
}
