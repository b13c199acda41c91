import { join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { isList, isObject } from '../../disk/base/core.ts';
import { Derived } from '../../disk/files/derived.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { fileFingerprint, fingerprintOf } from '../../disk/files/fingerprint.ts';
import { fileAt } from '../../disk/files/way.ts';
import { textHash } from '../../disk/text/textHash.ts';
import type { PartStates } from './archivedPlace.ts';
import type { ArchiveInfo, ArchiveList, ArchiveOptions, ArchiveOutcome, Transcript } from './types.ts';

/** The archives that held all of a transcript. */
interface Archived {
  readonly session: string;
  /** Its parts, oldest first, with the state of their files. */
  readonly parts: PartStates;
  /** Number of compactions in the transcript. */
  readonly compactions: number;
}

/** Rows that were not written for this long are dropped. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

interface ArchivedPlace {
  /** Absolute path of the archives' folder. */
  readonly folder: string;
  readonly archivesOf: (session: string) => Promise<ArchiveList>;
}

/** Remembers which transcripts are archived as a whole, so that they are read again only after a change. */
export class ArchivedTranscripts {
  readonly #stored: Derived<Archived>;
  readonly #place: ArchivedPlace;

  constructor(context: StoreContext, place: ArchivedPlace) {
    this.#stored = new Derived(form, context);
    this.#place = place;
  }

  /**
   * Returns the state of a transcript, of what its subagents wrote, and of how it is to be archived; undefined if that
   * is unknown.
   */
  async stateOf(
    { path, helperState }: Transcript,
    { maxMessageChars = 0, withoutCopy = false, compactSummary = '' }: ArchiveOptions,
  ): Promise<string | undefined> {
    if (compactSummary.trim() !== '') return undefined;
    const file = fileFingerprint(path);
    const helpers = file === undefined ? undefined : await helperState?.();
    if (helpers === undefined) return undefined;
    return `${file} ${textHash(helpers)} ${maxMessageChars} ${withoutCopy}`;
  }

  /** Returns the outcome for a transcript that is archived as a whole; undefined if it must be read. */
  async unchanged(path: string, state: string): Promise<ArchiveOutcome | undefined> {
    await this.#stored.refresh();
    const known = this.#stored.get(path, state);
    if (!known) return undefined;
    const { session, parts, compactions } = known;
    const now = await this.partsOf(session);
    if (JSON.stringify(now) !== JSON.stringify(parts)) return undefined;
    return { state: 'unchanged', session, parts: parts.map(([name]) => name), compactions };
  }

  /** Notes that a transcript of this state is archived as a whole. */
  async note(path: string, state: string, { session, compactions }: Omit<Archived, 'parts'>): Promise<void> {
    await this.#stored.refresh();
    await this.#stored.put(path, state, { session, compactions, parts: await this.partsOf(session) });
    await this.#stored.sweep(new Set([path]), keptMs);
  }

  async partsOf(session: string): Promise<PartStates> {
    const { archives } = await this.#place.archivesOf(session);
    return archives
      .toSorted((a, b) => a.part - b.part)
      .map((archive) => [archive.name, this.#filesOf(archive)] as const);
  }

  /** Returns the state of the files of a part. */
  #filesOf({ path, raw, rawBefore = [] }: ArchiveInfo): string {
    const copies = [...rawBefore, ...(raw === undefined ? [] : [raw])];
    const files = [path, ...copies.map((copy) => join(this.#place.folder, copy))].map((file) => {
      const stat = fileAt(file);
      return stat ? fingerprintOf(stat) : '';
    });
    return files.join(', ');
  }
}

const form: DerivedForm<Archived> = {
  name: 'archived',
  version: 1,
  layout: 'rows',
  values: jsonValues((value) => (isArchived(value) ? value : undefined)),
};

const isArchived = (value: unknown): value is Archived =>
  isObject(value) &&
  typeof value.session === 'string' &&
  typeof value.compactions === 'number' &&
  isList(value.parts) &&
  value.parts.every((part) => isList(part) && part.every((text) => typeof text === 'string'));
