import type { JSX } from 'preact';

interface FailureProps {
  /** What is wrong and how to mend it. */
  readonly reason: string;
  readonly strings: { readonly unreadable: string; readonly unreadableHint: string; readonly reveal: string };
  readonly onReveal: () => void;
}

/** Says why a pane cannot show what it is for, with the way to its files. */
export function Failure({ reason, strings, onReveal }: FailureProps): JSX.Element {
  return (
    <div class="failure">
      <div class="empty">
        <span class="codicon codicon-error" aria-hidden="true" />
        <div role="alert">
          <h1 class="empty-title">{strings.unreadable}</h1>
          <p>{reason}</p>
        </div>
        <p>{strings.unreadableHint}</p>
        <button type="button" class="button button-secondary" onClick={onReveal}>
          {strings.reveal}
        </button>
      </div>
    </div>
  );
}
