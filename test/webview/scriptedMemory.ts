import type { Gone } from '../../src/protocol/paneMessages.ts';
import {
  type MemoryPaneAction,
  type MemoryPaneFailure,
  type MemoryPaneState,
  type PaneMemory,
  type PaneVersion,
  type SimilarMemory,
  parseMemoryPaneAction,
} from '../../src/protocol/memoryPane.ts';
import { memoryPaneStrings, type MemoryPaneStrings } from '../../src/protocol/memoryPaneStrings.ts';
import { withPanePage, type PageOptions, type PanePage, type Post } from './panePage.ts';

export interface ScriptedRecord {
  readonly memory?: Partial<PaneMemory>;
  readonly similar?: readonly SimilarMemory[];
  readonly versions?: readonly PaneVersion[];
  readonly knownTags?: readonly string[];
  readonly editable?: boolean;
  readonly locale?: string;
  readonly strings?: MemoryPaneStrings;
  readonly gone?: Gone | undefined;
}

export const sampleHash = 'ab12'.repeat(16);
const createdAt = Date.UTC(2026, 1, 5, 9);

const sample: PaneMemory = {
  hash: sampleHash,
  content: 'Tax is rounded **once**, on the sum; see `src/pricing.js:10`.',
  tags: ['pricing', 'decision'],
  memoryType: 'decision',
  metadata: { source: 'editor', line: 10 },
  createdAt,
  updatedAt: createdAt,
  archived: false,
};

/** Some hash of a text. */
export const hashOf = (text: string): string =>
  Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64);

/** Stands in for the extension: keeps to the protocol, changes tags as the store does, notes every action. */
export class ScriptedMemory {
  readonly actions: MemoryPaneAction[] = [];
  /** Messages that were no action of the protocol. */
  readonly refused: unknown[] = [];
  #record: ScriptedRecord;
  readonly #post: Post;

  constructor(record: ScriptedRecord, post: Post) {
    this.#record = record;
    this.#post = post;
  }

  async receive(message: unknown): Promise<void> {
    const action = parseMemoryPaneAction(message);
    if (action === undefined) {
      this.refused.push(message);
      return;
    }
    this.actions.push(action);
    const { tags } = this.#memory();
    if (action.type === 'ready') await this.#post(this.#state());
    const { content, hash, updatedAt } = this.#memory();
    if (action.type === 'editContent' && action.hash === hash) {
      const versions = [{ hash, content, at: updatedAt }, ...(this.#record.versions ?? [])];
      const others = versions.filter((version) => version.content !== action.content);
      this.#record = { ...this.#record, versions: others };
      await this.changeMemory({ content: action.content, hash: hashOf(action.content) });
    }
    if (action.type === 'addTags') await this.changeMemory({ tags: [...new Set([...tags, ...action.tags])] });
    if (action.type === 'removeTag')
      await this.changeMemory({ tags: tags.filter((tag) => tag !== action.tag) });
  }

  /** The actions after `ready`. */
  get later(): readonly MemoryPaneAction[] {
    return this.actions.filter(({ type }) => type !== 'ready');
  }

  /** Changes the memory and sends the new state, as after a write of an agent. */
  changeMemory(memory: Partial<PaneMemory>): Promise<void> {
    return this.change({ memory: { ...this.#record.memory, ...memory } });
  }

  async change(changes: ScriptedRecord): Promise<void> {
    this.#record = { ...this.#record, ...changes };
    await this.#post(this.#state());
  }

  /** Sends that the memory cannot be read. */
  async fail(reason: string): Promise<void> {
    const { resource, locale, strings } = this.#state();
    const failure: MemoryPaneFailure = { type: 'failure', resource, reason, locale, strings };
    await this.#post(failure);
  }

  #memory(): PaneMemory {
    return { ...sample, ...this.#record.memory };
  }

  #state(): MemoryPaneState {
    const {
      versions = [],
      similar = [],
      knownTags = [],
      editable = true,
      locale = 'en',
      strings,
      gone,
    } = this.#record;
    const memory = this.#memory();
    return {
      type: 'state',
      resource: { folder: '/project', hash: memory.hash },
      memory,
      versions,
      similar,
      knownTags,
      editable,
      locale,
      strings: strings ?? memoryPaneStrings,
      ...(gone && { gone }),
    };
  }
}

/** Opens the pane on a memory, in a page of its own, for the time of `use`. */
export function withMemoryPane<T>(
  options: ScriptedRecord & PageOptions,
  use: (pane: PanePage & { readonly extension: ScriptedMemory }) => Promise<T>,
): Promise<T> {
  return withPanePage('memory', options, (post) => new ScriptedMemory(options, post), use);
}
