import { join } from 'node:path';
import { writeAtomic } from '../../disk/files/atomic.ts';
import { parseJson } from '../../disk/files/json.ts';
import { isObject, StoreError, type JsonValue, errorMessage } from '../../disk/base/core.ts';
import { Trash } from '../../disk/files/trash.ts';
import type { DialogAccess } from './dialogAccess.ts';
import type { LockedDialog } from './dialogSnapshot.ts';
import { createDialog, nameDialog } from './create.ts';
import { summaryFile } from './layout.ts';
import { checkSummary, formatSummary, mergeSummary, parseSummary } from './summary.ts';
import type { Damage, ReplacedSummary, SummaryMode, SummaryResult } from './types.ts';

/** Kind of summaries in the trash. */
const trashKind = 'summary';

/** Reads, merges and writes the `summary.json` of dialogs under one lock. */
export class SummaryFile {
  readonly #access: DialogAccess;

  constructor(access: DialogAccess) {
    this.#access = access;
  }

  /** Returns the summary, if any, and rewrites a file in the double-escaped form of old servers. */
  async read(name: string): Promise<{ value?: JsonValue; damaged: Damage[] }> {
    const { value: stored, damaged } = await this.#access.read(name, (reading) => reading.summary());
    if (stored === undefined) return { damaged };
    if (stored.escaped) await this.#repair(name);
    return { value: stored.value, damaged };
  }

  /** Merges into or replaces the summary, creating the dialog if needed. */
  async set(name: string, fresh: JsonValue, mode: SummaryMode): Promise<SummaryResult> {
    checkSummary(fresh);
    const next = (old?: JsonValue) => (mode === 'merge' ? mergeSummary(old, fresh) : fresh);
    return this.#change(name, mode, next, fresh);
  }

  /** Replaces the summary with the result of `next`. Throws `not_found` without the dialog. */
  change(name: string, next: (old?: JsonValue) => JsonValue): Promise<SummaryResult> {
    return this.#change(name, 'replace', next);
  }

  /** Without `fresh`, which alone makes a dialog, there must be one. */
  #change(
    name: string,
    mode: SummaryMode,
    next: (old?: JsonValue) => JsonValue,
    fresh?: JsonValue,
  ): Promise<SummaryResult> {
    return this.#access.change(name, async (held) => {
      if (!held.place.exists && fresh === undefined) throw noDialog(held.name);
      const old = await held.reading.summary();
      const summary = next(old?.value);
      checkSummary(summary);
      const damaged = await this.#access.quarantine(held, held.reading.damage);
      if (old && replaces(old.value, fresh ?? summary, mode))
        await this.#trash().put(
          trashKind,
          { dialog: held.name },
          formatSummary(old.value),
          held.place.folder,
        );
      if (!held.place.exists) await createDialog(this.#access, held, []);
      else if (!held.place.named) damaged.push(...(await nameDialog(this.#access, held)));
      await write(held, summary);
      return { mode, summary, damaged };
    });
  }

  /** Returns replaced summaries in the trash, newest first, skipping damaged ones. */
  async replaced(dialog: string): Promise<ReplacedSummary[]> {
    const trash = this.#trash();
    const found: ReplacedSummary[] = [];
    for (const item of await trash.list()) {
      if (item.kind !== trashKind || item.fields.dialog !== dialog) continue;
      const content = await trash.content(item);
      const read = content && parseJson(content, parseSummary);
      if (read?.state === 'read')
        found.push({ id: item.id, replacedAt: item.deletedAt, summary: read.value.value });
    }
    return found;
  }

  #trash(): Trash {
    const { folder, clock } = this.#access.context;
    return new Trash(folder, clock);
  }

  async #repair(name: string): Promise<void> {
    try {
      await this.#access.change(name, async (held) => {
        const stored = await held.reading.summary();
        if (stored?.escaped) await write(held, stored.value);
      });
    } catch (error) {
      this.#access.context.log.warn(
        `cannot repair the summary of ${JSON.stringify(name)}: ${errorMessage(error)}`,
      ); // the summary is readable anyway
    }
  }
}

const noDialog = (name: string): StoreError =>
  new StoreError('not_found', `There is no dialog "${name}".`, { dialog: name });

/** Reports whether the old summary is replaced completely rather than merged. */
function replaces(old: JsonValue, fresh: JsonValue, mode: SummaryMode): boolean {
  if (JSON.stringify(old) === JSON.stringify(fresh)) return false;
  const adds = (isObject(old) && isObject(fresh)) || (Array.isArray(old) && Array.isArray(fresh));
  return mode === 'replace' || !adds;
}

async function write({ place, lease }: LockedDialog, summary: JsonValue): Promise<void> {
  await writeAtomic(join(place.folder, summaryFile), formatSummary(summary), lease);
}
