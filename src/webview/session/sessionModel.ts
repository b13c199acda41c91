import { defined } from '../../protocol/json.ts';
import type {
  SessionPaneAction,
  SessionPaneMemory,
  SessionPaneMessage,
  SessionPaneState,
  SessionResource,
} from '../../protocol/sessionPane.ts';
import { usualKinds, type MessageKind } from '../../protocol/messageKinds.ts';
import type { Host } from '../base/host.ts';
import { WindowedList } from '../messages/windowedList.ts';

export type SessionHost = Host<SessionPaneAction, SessionPaneMemory>;

/** State of the session pane: the messages received, the scroll position and what is expanded. */
export class SessionModel {
  readonly list: WindowedList<SessionPaneMessage>;
  /** What the user expanded or collapsed, by ids of tool calls and subagents. */
  readonly folds = new Map<string, boolean>();
  readonly #host: SessionHost;
  #resource: SessionResource | undefined;
  #position: number | undefined;
  #kinds: readonly MessageKind[] = usualKinds;

  constructor(host: SessionHost) {
    this.#host = host;
    this.list = new WindowedList({
      request: (offset, limit) => host.send({ type: 'window', offset, limit }),
      keep: (position) => {
        this.#position = position;
        this.#keep();
      },
    });
  }

  /** Informs the extension that the page is ready, and of the filter it had before a reload. */
  begin(): void {
    const kinds = this.#host.recall()?.kinds;
    if (kinds !== undefined) this.#host.send({ type: 'filter', kinds });
    this.#host.send({ type: 'ready' });
  }

  receive({ resource, header, window, filter, reveal }: SessionPaneState): void {
    if (!isSame(resource, this.#resource)) {
      this.folds.clear();
      this.#position = this.#startOf(resource);
    }
    this.#resource = resource;
    this.#kinds = filter.kinds;
    if (filter.start !== undefined) this.#position = filter.start;
    this.#keep();
    // The start of the list is unknown until the transcript is read.
    if (!header.reading) this.list.receive(window, this.#position);
    if (reveal !== undefined) this.list.reveal(reveal);
  }

  #startOf(resource: SessionResource): number | undefined {
    const memory = this.#host.recall();
    return memory && isSame(memory, resource) ? memory.position : undefined;
  }

  #keep(): void {
    if (this.#resource === undefined) return;
    const { folder, kind, id } = this.#resource;
    const kinds = this.#kinds.join() === usualKinds.join() ? undefined : this.#kinds;
    this.#host.remember(defined({ folder, kind, id, position: this.#position, kinds }));
  }
}

const isSame = (a: SessionResource, b: SessionResource | undefined): boolean =>
  a.folder === b?.folder && a.kind === b.kind && a.id === b.id;
