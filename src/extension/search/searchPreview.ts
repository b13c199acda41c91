import { Disposable } from '../base/disposable.ts';
import type { FoundInProject } from './findEverywhere.ts';
import type { SearchRow } from './searchItems.ts';

/** How long the selection must rest before a preview opens. Milliseconds. */
const restMs = 150;

interface PreviewParts {
  readonly open: (finding: FoundInProject) => Promise<void>;
  /** Returns what shows again what panes show now. */
  readonly keepShown: () => () => void;
}

/**
 * Previews the result on which the selection rests, once a person moves between results. Shows what was there before
 * when disposed, unless the preview is kept.
 */
export class SearchPreview extends Disposable {
  readonly #parts: PreviewParts;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the person has left the first result. */
  #browsing = false;
  #goBack: (() => void) | undefined;

  constructor(parts: PreviewParts) {
    super();
    this.#parts = parts;
    this._register({ dispose: () => this.#end() });
  }

  /** Starts over with new results, whose first one is selected by itself. */
  begin(): void {
    this.#browsing = false;
  }

  select(row: SearchRow | undefined, rows: readonly SearchRow[]): void {
    this.stop();
    if (row?.choice?.type !== 'open') return;
    const { finding } = row.choice;
    const first = rows.find(({ choice }) => choice?.type === 'open');
    this.#browsing ||= row !== first;
    if (this.#browsing) this.#timer = setTimeout(() => this.#show(finding), restMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Leaves what is previewed. */
  keep(): void {
    this.#goBack = undefined;
  }

  #show(finding: FoundInProject): void {
    this.#goBack ??= this.#parts.keepShown();
    // One that opens late goes, too.
    void this.#parts.open(finding).then(() => this.disposed && this.#goBack?.());
  }

  #end(): void {
    this.stop();
    this.#goBack?.();
  }
}
