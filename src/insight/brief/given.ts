import { separated } from '../../disk/text/gluedRecords.ts';
import { join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { defined, isObject, jsonOf, timeOfNumber, type Lease } from '../../disk/base/core.ts';
import { appendBounded } from '../../disk/files/appendLines.ts';
import { withStoreErrors, tidy } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { lockFolder, indexFolder, makeIndexFolder } from '../../disk/files/ignored.ts';
import { withLock } from '../../disk/files/lock.ts';
import { bytesOf } from '../../disk/files/open.ts';
import { sweepFor } from '../../disk/files/smallFile.ts';
import { folderAt } from '../../disk/files/way.ts';
import { isChangeable } from '../../disk/files/historyFormat.ts';
import { briefPurposes, briefChannels } from './types.ts';
import type { Brief, BriefClaim, GivenBrief, Recipient, BriefText } from './types.ts';

/** Above this size the older half of the log is dropped; only recent sessions matter. Bytes. */
const maxBytes = 512 * 1024;

/** The part of a brief that is given. */
export const textOf = ({ purpose, text, tokens, items }: Brief): BriefText => ({
  purpose,
  text,
  tokens,
  references: items.map(({ reference }) => reference),
});

type GivenContext = Pick<StoreContext, 'folder' | 'log' | 'clock' | 'isReadOnly' | 'wrote'>;

/** The log of briefs given on this machine, see `BriefStore`. */
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

  async note(brief: BriefText, to: Recipient): Promise<void> {
    if (brief.text === '' || !this.#isThere()) return;
    await tidy(this.#context.log, 'note that a brief was given', () =>
      this.#change((lease) => this.#append(brief, to, { lease })),
    );
  }

  async claim(brief: BriefText, to: Recipient, { withinMs, compaction }: BriefClaim): Promise<boolean> {
    const isGiven = async (): Promise<boolean> => {
      const since = this.#context.clock.now() - withinMs;
      const isRepeated = (given: GivenBrief): boolean => {
        if (brief.purpose !== 'afterCompaction' || to.session === undefined) return given.at >= since;
        return compaction === undefined ? given.text === brief.text : given.compaction === compaction;
      };
      const isSame = (given: GivenBrief): boolean =>
        given.by === to.by &&
        given.session === to.session &&
        given.purpose === brief.purpose &&
        isRepeated(given);
      return (await this.#read()).some(isSame);
    };
    // Given all the same in a history of a later version, where it cannot be noted.
    if (!isChangeable(this.#context.folder)) return !(await isGiven());
    return this.#change(async (lease) => {
      if (await isGiven()) return false;
      await this.#append(brief, to, { lease, compaction });
      return true;
    });
  }

  /** Reading does not create a history. */
  #isThere(): boolean {
    const { folder, isReadOnly } = this.#context;
    return folderAt(folder) !== undefined && !isReadOnly() && isChangeable(folder);
  }

  #append(
    { purpose, tokens, text, references }: BriefText,
    { by, agent, session }: Recipient,
    { lease, compaction }: { readonly lease: Lease; readonly compaction?: number | undefined },
  ): Promise<void> {
    const entry: GivenBrief = {
      at: this.#context.clock.now(),
      ...defined({ agent, session, compaction }),
      purpose,
      tokens,
      text,
      items: references,
      by,
    };
    return appendBounded(this.#file, JSON.stringify(entry), { maxBytes, lease });
  }

  async #read(): Promise<GivenBrief[]> {
    const text = (await bytesOf(this.#file))?.toString('utf8') ?? '';
    return text
      .split('\n')
      .flatMap(separated)
      .flatMap((line) => parse(jsonOf(line)) ?? []);
  }

  #change<R>(work: (lease: Lease) => Promise<R>): Promise<R> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    return withStoreErrors(async () => {
      if (isReadOnly()) throw readOnlyError(folder);
      makeIndexFolder(this.#file);
      const turn = async (lease: Lease): Promise<R> => {
        await sweepFor(this.#file, lease);
        return work(lease);
      };
      const result = await withLock(lockFolder(folder, '.given'), turn, log);
      wrote(undefined);
      return result;
    });
  }
}

function parse(value: unknown): GivenBrief | undefined {
  if (!isObject(value)) return undefined;
  const at = timeOfNumber(value.at);
  const purpose = briefPurposes.find((known) => known === value.purpose);
  const by = briefChannels.find((known) => known === value.by);
  const { agent, session, tokens, text, items, compaction } = value;
  if (at === undefined || !purpose || !by || typeof text !== 'string') return undefined;
  return {
    at,
    purpose,
    text,
    by,
    tokens: typeof tokens === 'number' ? tokens : 0,
    ...(typeof agent === 'string' && { agent }),
    ...(typeof session === 'string' && { session }),
    ...(typeof compaction === 'number' && { compaction }),
    items: Array.isArray(items) ? items.filter((item) => typeof item === 'string') : [],
  };
}
