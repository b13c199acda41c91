import type { JSX } from 'preact';
import type { ContextPaneFailure } from '../../protocol/contextPane.ts';
import { useContextPane } from './contextServices.ts';

/** Says why a context cannot be shown, with the way to its file. */
export function Failure({ failure }: { failure: ContextPaneFailure }): JSX.Element {
  const { strings, send } = useContextPane();
  return (
    <div class="context failure">
      <div class="empty">
        <span class="codicon codicon-error" aria-hidden="true" />
        <div role="alert">
          <h1 class="empty-title">{strings.unreadable}</h1>
          <p>{failure.reason}</p>
        </div>
        <p>{strings.unreadableHint}</p>
        <button
          type="button"
          class="button button-secondary"
          onClick={() => send({ type: 'command', command: 'reveal' })}
        >
          {strings.reveal}
        </button>
      </div>
    </div>
  );
}
