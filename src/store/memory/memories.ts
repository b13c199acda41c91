import { StoreError } from '../base/core.ts';
import { withStoreErrors } from '../files/failure.ts';
import { tidy } from '../files/tidy.ts';
import type { Vectors } from '../embeddings/vectors.ts';
import type { StoreContext } from '../base/context.ts';
import { Trash } from '../files/trash.ts';
import { analyse, tagCounts } from './analysis.ts';
import {
  deletionOf,
  deletionRecords,
  trashDeletion,
  trashedMemories,
  undoDeletion,
  type Deletion,
} from './changes.ts';
import { Care } from './care.ts';
import { consolidate } from './consolidation.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { duplicateGroups, mergedGroup } from './duplicates.ts';
import { findMemory } from './findMemory.ts';
import { healthOf } from './health.ts';
import { makeMemory, mergeMemory, newestFirst, retaggedMemory, unarchived, updatedMemory } from './memory.ts';
import { listOf } from './listOf.ts';
import { nearMemories } from './near.ts';
import { MemoryLog, type HeldLog } from './memoryLog.ts';
import { memoryMeanings, rankByMeaning, rankMemories } from './rankMemories.ts';
import type { MemoryState } from './state.ts';
import { editedMeanwhile, withContent } from './versions.ts';
import { noTimeIn, noTimeRange } from './timeErrors.ts';
import type { TimeRange } from './times/calendar.ts';
import type * as T from './types.ts';

/** From here on another memory is named as saying nearly the same. */
const similarFrom = 0.7;
/** From here on another memory is about the same. */
const relatedFrom = 0.1;
const toldSimilar = 5;
/** Storing one does not wait until it was compared with all of a hundred thousand. */
const comparedAtOnce = 20_000;
const defaultLimit = 5;

/** All memories of one store. What the methods promise stands at `MemoryStore`. */
export class Memories implements T.MemoryStore {
  readonly #context: StoreContext;
  readonly #log: MemoryLog;
  readonly #trash: Trash;
  readonly #vectors: Vectors | undefined;
  readonly care: Care;

  /** Without vectors memories are found by their words only. */
  constructor(context: StoreContext, vectors?: Vectors) {
    this.#context = context;
    this.#vectors = vectors;
    this.#log = new MemoryLog(context);
    this.care = new Care(context, this.#log);
    this.#trash = new Trash(context.folder, context.clock);
  }

  get file(): string {
    return this.#log.file;
  }

  async store(entry: T.NewMemory): Promise<T.StoredMemory> {
    const now = this.#now();
    const memory = makeMemory(entry, now);
    return this.#log.change(async ({ state, append }) => {
      const present = state.memories.get(memory.hash);
      // What is stored again is wanted again, also where a consolidation had archived it.
      const stored = present ? unarchived(mergeMemory(present, memory, now)) : memory;
      const like = { threshold: similarFrom, likeness: 'wording', mostNew: comparedAtOnce } as const;
      const similar = await nearMemories(memory, state.memories.values(), like, new TimeSlices());
      if (stored !== present) await append([state.put(stored, now)]);
      return { memory: stored, duplicate: present !== undefined, similar: similar.slice(0, toldSimilar) };
    });
  }

  async get(hash: string): Promise<T.Memory> {
    return findMemory(await this.#log.read(), hash);
  }

  async list(filter: T.MemoryFilter = {}): Promise<readonly T.Memory[]> {
    return listOf(await this.#log.read(), filter);
  }

  async find(query: string, options: T.MemoryFindOptions = {}): Promise<T.FoundMemories> {
    const { limit = defaultLimit, minSimilarity = 0, byMeaning = false, ...filter } = options;
    const state = await this.#log.read();
    const wanted = listOf(state, filter);
    const all = listOf(state, {});
    const words = rankMemories(query, wanted, all, await memoryMeanings(query, all));
    const { ranked, notes } =
      byMeaning && this.#vectors && query.trim() !== ''
        ? await rankByMeaning(query, wanted, words, this.#vectors)
        : { ranked: words, notes: [] };
    const found = ranked.filter(({ similarity }) => similarity >= minSimilarity);
    const none = ranked.length === 0 && wanted.length > 0 ? [noWords(query)] : [];
    return { found: found.slice(0, limit), total: found.length, notes: [...notes, ...none] };
  }

  async recall(query: string, options: T.MemoryFindOptions = {}): Promise<T.RecalledMemories> {
    const { timeIn } = await import('./times/timeRange.ts');
    const time = timeIn(query, this.#now());
    if (!time) throw noTimeIn(query);
    const { range, rest } = time;
    const { from, to } = range;
    const found = await this.find(rest, { ...options, from, to });
    // "What happened yesterday": the words say nothing about the memories, the time does.
    return { ...(found.total > 0 ? found : await this.find('', { ...options, from, to })), range };
  }

  async time(expression: string): Promise<TimeRange> {
    const { timeOf } = await import('./times/timeRange.ts');
    const range = timeOf(expression, this.#now());
    if (!range) throw noTimeRange(expression);
    return range;
  }

  async similar(hash: string, { limit = defaultLimit, minSimilarity = relatedFrom }: T.SimilarOptions = {}) {
    const state = await this.#log.read();
    const like = { threshold: minSimilarity, likeness: 'subject' } as const;
    const memory = findMemory(state, hash);
    return (await nearMemories(memory, state.memories.values(), like, new TimeSlices())).slice(0, limit);
  }

  async tags(): Promise<readonly T.TagCount[]> {
    return tagCounts(await this.list());
  }

  update(
    hash: string,
    { content, ...updates }: T.MemoryUpdates,
    { keepCreated = true } = {},
  ): Promise<T.Memory> {
    return this.#edit({ hash, content }, (memory, now) => ({
      ...updatedMemory(memory, updates, now),
      ...(!keepCreated && { createdAt: now }),
    }));
  }

  edit(hash: string, content: string): Promise<T.Memory> {
    return this.#edit({ hash, content }, (memory) => memory);
  }

  changeTags(hash: string, change: T.TagChange): Promise<T.Memory> {
    return this.#edit({ hash }, (memory, now) => retaggedMemory(memory, change, now));
  }

  remove(hash: string): Promise<T.Removal> {
    return this.#log.change((held) => {
      const removed = [findMemory(held.state, hash)];
      return this.#delete({ reason: 'deleted', removed, changed: [] }, held);
    });
  }

  async removeAll(
    filter: T.MemoryFilter,
    { dryRun, reason = 'deleted' }: { dryRun: boolean; reason?: T.RemovalReason },
  ): Promise<T.Removal> {
    checkFilter(filter);
    if (dryRun) return { memories: await this.list(filter), trashed: undefined };
    return this.#log.change((held) =>
      this.#delete({ reason, removed: listOf(held.state, filter), changed: [] }, held),
    );
  }

  async removeDuplicates(threshold: number, { dryRun }: { dryRun: boolean }): Promise<T.DuplicateRemoval> {
    const groupsOf = (state: MemoryState) => duplicateGroups(listOf(state, {}), threshold, new TimeSlices());
    if (dryRun) {
      const groups = await groupsOf(await this.#log.read());
      return { groups, memories: duplicatesOf(groups), trashed: undefined };
    }
    return this.#log.change(async (held) => {
      const now = this.#now();
      const groups = await groupsOf(held.state);
      const changed = groups.map((group) => ({ before: group.kept, after: mergedGroup(group, now) }));
      const deletion = { reason: 'duplicates', removed: duplicatesOf(groups), changed } as const;
      return { groups, ...(await this.#delete(deletion, held)) };
    });
  }

  async trash(): Promise<readonly T.TrashedMemories[]> {
    const items = await withStoreErrors(() => this.#trash.list());
    return items.flatMap((item) => trashedMemories(item) ?? []);
  }

  async restore(trashId: string): Promise<readonly T.Memory[]> {
    const deletion = deletionOf(await withStoreErrors(() => this.#trash.get(trashId)));
    return this.#log.change(async ({ state, append }) => {
      const now = this.#now();
      const back = undoDeletion(deletion, state, now);
      await append(back.map((memory) => state.put(memory, now)));
      await tidy(this.#context.log, 'take what was restored out of the trash', () =>
        this.#trash.drop(trashId, this.#log.folder),
      );
      return back.slice(0, deletion.removed.length);
    });
  }

  async health(): Promise<T.MemoryHealth> {
    const state = await this.#log.read();
    return withStoreErrors(async () => healthOf(state, this.#log.file, await this.care.lastExport()));
  }

  async analysis(filter: T.MemoryFilter = {}): Promise<T.MemoryAnalysis> {
    return analyse(await this.#log.read(), filter, {
      slices: new TimeSlices(),
      secrets: this.#context.secrets,
    });
  }

  async export(format: T.ExportFormat, filter: T.MemoryFilter = {}): Promise<string> {
    const { exportMemories } = await import('./exports.ts'); // seldom needed, as imports are
    return exportMemories(await this.list(filter), format, this.#now());
  }

  async import(text: string): Promise<T.MemoryImport> {
    const { parseImport } = await import('./imports.ts');
    const { format, entries } = parseImport(text);
    const skipped = entries.filter((entry) => typeof entry === 'string');
    const now = this.#now();
    const made = entries.flatMap((entry) => (typeof entry === 'string' ? [] : [makeMemory(entry, now)]));
    return this.#log.change(async ({ state, append }) => {
      const stored = new Map<string, T.Memory>();
      for (const memory of made) {
        const present = stored.get(memory.hash) ?? state.memories.get(memory.hash);
        stored.set(memory.hash, present ? unarchived(mergeMemory(present, memory, now)) : memory);
      }
      const added = [...stored.keys()].filter((hash) => !state.memories.has(hash)).length;
      const changed = [...stored.values()].filter((memory) => state.memories.get(memory.hash) !== memory);
      await append(changed.map((memory) => state.put(memory, now)));
      return { format, added, merged: made.length - added, skipped };
    });
  }

  async consolidate(
    action: T.ConsolidationAction,
    { horizon, dryRun }: { horizon: T.Horizon; dryRun: boolean },
  ): Promise<T.Consolidation> {
    const outcome = (state: MemoryState) =>
      consolidate(
        action,
        state,
        { horizon, dryRun, now: this.#now(), secrets: this.#context.secrets },
        new TimeSlices(),
      );
    if (dryRun || readingActions.has(action)) return (await outcome(await this.#log.read())).report;
    return this.#log.change(async ({ state, append, lease }) => {
      const { report, records } = await outcome(state);
      await append(records);
      if (action === 'undo') await this.care.undone(report.run, lease);
      return report;
    });
  }

  #edit(
    { hash, content }: { readonly hash: string; readonly content?: string | undefined },
    edit: (memory: T.Memory, now: number) => T.Memory,
  ): Promise<T.Memory> {
    return this.#log.change(async ({ state, append }) => {
      const [memory, now] = [findMemory(state, hash), this.#now()];
      const isFormer = !memory.hash.startsWith(hash.trim().toLowerCase());
      // Who asks twice for the same text has the former hash, too.
      if (content !== undefined && isFormer && memory.content !== content) throw editedMeanwhile(memory);
      const rewritten = content === undefined ? memory : withContent(memory, content, state.memories, now);
      const edited = edit(rewritten, now);
      const isMoved = edited.hash !== memory.hash;
      if (edited !== memory)
        await append([state.put(edited, now), ...(isMoved ? [state.delete(memory.hash, now)] : [])]);
      return edited;
    });
  }

  /** Puts what is deleted into the trash first, so that it is there whatever happens then. */
  async #delete(deletion: Deletion, { state, append }: HeldLog): Promise<T.Removal> {
    const { removed } = deletion;
    if (removed.length === 0) return { memories: [], trashed: undefined };
    const now = this.#now();
    const trashed = await trashDeletion(this.#trash, deletion, { now, workshop: this.#log.folder });
    await append(deletionRecords(deletion, state, now));
    return { memories: removed, trashed };
  }

  #now(): number {
    return this.#context.clock.now();
  }
}

const noWords = (query: string): string =>
  `No memory holds any word of ${JSON.stringify(query)}, or one that means the same.`;

const readingActions: ReadonlySet<T.ConsolidationAction> = new Set(['status', 'associate', 'cluster']);

const duplicatesOf = (groups: readonly T.DuplicateGroup[]): readonly T.Memory[] =>
  groups.flatMap(({ duplicates }) => duplicates.map(({ memory }) => memory)).sort(newestFirst);

function checkFilter({ tags = [], type, from, to }: T.MemoryFilter): void {
  if (tags.length > 0 || type !== undefined || from !== undefined || to !== undefined) return;
  throw new StoreError('invalid_argument', 'Say which memories to delete: give tags, a type or a time.', {
    arguments: ['tags'],
  });
}
