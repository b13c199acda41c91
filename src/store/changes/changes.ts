import type { StoreContext } from '../base/context.ts';
import type { Edit } from '../facts/edits.ts';
import type { Workspace } from '../sessions/types.ts';
import type * as T from './types.ts';

/** Tells who wrote what. What the methods promise stands at `ChangeStore`. */
export class Changes implements T.ChangeStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  history(_workspace: Workspace, { path }: T.HistoryRequest): Promise<T.FileHistory> {
    const none = { path, state: 'missing', lineCount: 0, attributions: [], total: 0 } as const;
    return Promise.resolve({ ...none, ...this.#state });
  }

  lines(_workspace: Workspace, _path: string, text: string): Promise<T.LineHistory> {
    return Promise.resolve({ lines: text.split(/\r\n|\r|\n/).map(() => undefined), ...this.#state });
  }

  days(): Promise<T.ChangedDays> {
    return Promise.resolve({ days: [], ...this.#state });
  }

  edits(): Promise<readonly Edit[]> {
    return Promise.resolve([]);
  }

  get #state(): T.IndexState {
    return { indexedAt: this.#context.clock.now(), sessions: 0, waiting: 0 };
  }
}
