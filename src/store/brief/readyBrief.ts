import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { fingerprintOf } from '../files/fileCache.ts';
import { WrongContent } from '../files/json.ts';
import { peek } from '../files/way.ts';
import { changedSince } from './changedSince.ts';
import { choicesName } from './choicesName.ts';
import { KeptOf, type Keeper } from './keptOf.ts';
import type { TextOfBrief } from './types.ts';

/** A brief that was made when a session was compacted, and all that it would be another one for. */
export interface ReadyBrief {
  readonly brief: TextOfBrief;
  readonly maxTokens: number;
  /** Language, time zone, and what people decided of statements. */
  readonly state: string;
  readonly files: readonly string[];
  readonly cwd?: string;
  /** Those of the files that had been changed since. */
  readonly changed: readonly string[];
}

type ReadyContext = Keeper & Pick<StoreContext, 'language'>;

/** Briefs that were made of sessions when these were compacted. */
export const readyBriefs = (context: Keeper): KeptOf<ReadyBrief> => new KeptOf(context, '-ready', parse);

/** What a brief would be another one for, besides its session and budget. Does not wait. */
export function briefState({ folder, language }: Pick<StoreContext, 'folder' | 'language'>): string {
  const choices = peek(join(folder, choicesName));
  const zone = [0, 6].map((month) => new Date(2026, month).getTimezoneOffset()).join(' ');
  return `${language} ${zone} ${choices ? fingerprintOf(choices) : ''}`;
}

/**
 * The text of the brief that `BriefStore.make` makes after a compaction, where it was made before it and would be the
 * same now. Does not wait. `activeAt`: when the transcript was written to last, milliseconds.
 */
export function readyBrief(
  context: ReadyContext,
  { path, activeAt }: { readonly path: string; readonly activeAt: number },
  maxTokens: number,
): TextOfBrief | undefined {
  const ready = readyBriefs(context).read(path, { grown: true });
  if (ready?.maxTokens !== maxTokens || ready.state !== briefState(context)) return undefined;
  const changed = changedSince(ready.files, ready.cwd, activeAt);
  const isSame = changed.size === ready.changed.length && ready.changed.every((file) => changed.has(file));
  return isSame ? ready.brief : undefined;
}

function parse(value: unknown): ReadyBrief {
  if (!isObject(value) || !isObject(value.brief)) throw new WrongContent('no brief');
  const { brief, maxTokens, state, files, cwd, changed } = value;
  const { purpose, text, tokens, references } = brief;
  if (purpose !== 'afterCompaction' || typeof text !== 'string' || typeof tokens !== 'number')
    throw new WrongContent('no brief after a compaction');
  if (typeof maxTokens !== 'number' || typeof state !== 'string') throw new WrongContent('made of nothing');
  return {
    ...{ brief: { purpose, text, tokens, references: strings(references) }, maxTokens, state },
    ...{ files: strings(files), changed: strings(changed), ...(typeof cwd === 'string' && { cwd }) },
  };
}

/** A list of texts; throws `WrongContent` for anything else. */
export function strings(value: unknown): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw new WrongContent('no list of texts');
}
