import { withStoreErrors, tidy } from '../../disk/files/failure.ts';
import type { Vectors } from '../embeddings/vectors.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { sayIn } from '../../disk/base/texts.ts';
import { Trash } from '../../disk/files/trash.ts';
import { analyse, tagCounts } from './analysis.ts';
import {
  deletionOf,
  deletionRecords,
  latestDeletion,
  trashDeletion,
  trashedMemories,
  undoDeletion,
  type Deletion,
} from './changes.ts';
import { ScheduledMaintenance } from './maintenance.ts';
import { consolidate } from './consolidation.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import { duplicateGroups, mergedGroup } from './duplicates.ts';
import { findMemory, whyNone } from './findMemory.ts';
import { healthOf } from './health.ts';
import { makeMemory, mergeMemory, newestFirst, retaggedMemory, unarchived, updatedMemory } from './memory.ts';
import { nearMemories } from './near.ts';
import { MemoryLog, type HeldLog } from './memoryLog.ts';
import { memoryMeanings, rankByMeaning, rankMemories } from './rankMemories.ts';
import { type MemoryState, checkSelective, filterMemories } from './state.ts';
import { editedMeanwhile, withContent } from './versions.ts';
import { noTimeIn, noTimeRange } from './timeErrors.ts';
import type { TimeRange } from './times/calendar.ts';
import type { MemoryAnalysis, MemoryHealth, TagCount } from './reportTypes.ts';
import type { ConsolidationAction, Horizon } from './scheduleTypes.ts';
import type * as T from './types.ts';

/** Similarity from which another memory is reported as nearly the same. */
const similarFrom = 0.7;
/** Similarity from which another memory is related. */
const relatedFrom = 0.1;
const maxSimilar = 5;
/** Storing a memory compares it with at most this many not compared before. */
const maxNewComparisons = 20_000;
const defaultLimit = 5;

/** All memories of one store, see `MemoryStore`. */
export class Memories implements T.MemoryStore {
  readonly #context: StoreContext;
  readonly #log: MemoryLog;
  readonly #trash: Trash;
  readonly #vectors: Vectors | undefined;
  readonly maintenance: ScheduledMaintenance;

  /** Without vectors, memories are found by their words only. */
  constructor(context: StoreContext, vectors?: Vectors) {
    this.#context = context;
    this.#vectors = vectors;
    this.#log = new MemoryLog(context);
    this.maintenance = new ScheduledMaintenance(context, this.#log);
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
      // Storing a memory again revives it if a consolidation archived it.
      const stored = present ? unarchived(mergeMemory(present, memory, now)) : memory;
      const like = { threshold: similarFrom, likeness: 'wording', maxNew: maxNewComparisons } as const;
      const similar = await nearMemories(memory, state.memories.values(), like, new TimeSlices());
      if (stored !== present) await append([state.put(stored, now)]);
      return { memory: stored, duplicate: present !== undefined, similar: similar.slice(0, maxSimilar) };
    });
  }

  async get(hash: string): Promise<T.Memory> {
    return findMemory(await this.#log.read(), hash);
  }

  async list(filter: T.MemoryFilter = {}): Promise<readonly T.Memory[]> {
    return filterMemories(await this.#log.read(), filter);
  }

  async find(query: string, options: T.MemoryFindOptions = {}): Promise<T.FoundMemories> {
    const { limit = defaultLimit, minSimilarity = 0, byMeaning = false, ...filter } = options;
    const state = await this.#log.read();
    const wanted = filterMemories(state, filter);
    const all = filterMemories(state, {});
    const words = rankMemories(query, wanted, all, await memoryMeanings(query, all));
    const { ranked, notes } =
      byMeaning && this.#vectors && query.trim() !== ''
        ? await rankByMeaning(query, wanted, words, this.#vectors)
        : { ranked: words, notes: [] };
    const found = ranked.filter(({ similarity }) => similarity >= minSimilarity);
    const none = found.length > 0 ? [] : whyNone(query, { all: all.length, wanted: wanted.length, ranked });
    return {
      found: found.slice(0, limit),
      total: found.length,
      notes: [...notes.map((note) => note(sayIn('en'))), ...none],
    };
  }

  async recall(query: string, options: T.MemoryFindOptions = {}): Promise<T.RecalledMemories> {
    const { timeIn } = await import('./times/timeRange.ts');
    const time = timeIn(query, this.#now());
    if (!time) throw noTimeIn(query);
    const { range, rest } = time;
    const { from, to } = range;
    const found = await this.find(rest, { ...options, from, to });
    // "What happened yesterday": only the time selects memories, not the words.
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

  async tags(): Promise<readonly TagCount[]> {
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
    checkSelective(filter);
    if (dryRun) return { memories: await this.list(filter), trashed: undefined };
    return this.#log.change((held) =>
      this.#delete({ reason, removed: filterMemories(held.state, filter), changed: [] }, held),
    );
  }

  async removeDuplicates(threshold: number, { dryRun }: { dryRun: boolean }): Promise<T.DuplicateRemoval> {
    const groupsOf = (state: MemoryState) =>
      duplicateGroups(filterMemories(state, {}), threshold, new TimeSlices());
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

  async trashed(hash: string): Promise<T.TrashedMemories | undefined> {
    return latestDeletion(hash, await this.trash(), this.#trash);
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

  async health(): Promise<MemoryHealth> {
    const state = await this.#log.read();
    return withStoreErrors(async () => healthOf(state, this.#log.file, await this.maintenance.lastExport()));
  }

  async analysis(filter: T.MemoryFilter = {}): Promise<MemoryAnalysis> {
    const { secrets } = this.#context;
    return analyse(await this.#log.read(), filter, { slices: new TimeSlices(), secrets });
  }

  async export(format: T.ExportFormat, filter: T.MemoryFilter = {}): Promise<string> {
    const { exportMemories } = await import('./exports.ts'); // rarely needed, like imports
    return exportMemories(await this.list(filter), format, this.#now());
  }

  async import(text: string): Promise<T.MemoryImport> {
    const { nothingImported, parseImport, withImported } = await import('./imports.ts');
    const { format, entries } = parseImport(text);
    const skipped = entries.filter((entry) => typeof entry === 'string');
    const now = this.#now();
    const made = entries.flatMap((entry) => (typeof entry === 'string' ? [] : [makeMemory(entry, now)]));
    if (made.length === 0 && skipped.length > 0) throw nothingImported(skipped);
    return this.#log.change(async ({ state, append }) => {
      const stored = withImported(made, state, now);
      const added = [...stored.keys()].filter((hash) => !state.memories.has(hash)).length;
      const changed = [...stored.values()].filter((memory) => state.memories.get(memory.hash) !== memory);
      await append(changed.map((memory) => state.put(memory, now)));
      return { format, added, merged: made.length - added, skipped };
    });
  }

  async consolidate(
    action: ConsolidationAction,
    { horizon, dryRun }: { horizon: Horizon; dryRun: boolean },
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
      if (action === 'undo') await this.maintenance.undone(report.run, lease);
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
      // A repeated request for the same text has the former hash as well.
      if (content !== undefined && isFormer && memory.content !== content) throw editedMeanwhile(memory);
      const rewritten = content === undefined ? memory : withContent(memory, content, state.memories, now);
      const edited = edit(rewritten, now);
      const isMoved = edited.hash !== memory.hash;
      if (edited !== memory)
        await append([state.put(edited, now), ...(isMoved ? [state.delete(memory.hash, now)] : [])]);
      return edited;
    });
  }

  /** Moves the memories to the trash first, so that they survive any failure. */
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

const readingActions: ReadonlySet<ConsolidationAction> = new Set(['status', 'associate', 'cluster']);

const duplicatesOf = (groups: readonly T.DuplicateGroup[]): readonly T.Memory[] =>
  groups.flatMap(({ duplicates }) => duplicates.map(({ memory }) => memory)).sort(newestFirst);
