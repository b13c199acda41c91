import type { JSX } from 'preact';

interface FailureProps {
  readonly failure: {
    /** What is wrong and how to mend it. */
    readonly reason: string;
    readonly strings: {
      readonly unreadable: string;
      readonly unreadableHint: string;
      readonly reveal?: string;
      readonly restoreBackup?: string;
    };
  };
  /** Shows the files, where there is a way to them. */
  readonly onReveal?: () => void;
  /** Offers the backups, where there are some. */
  readonly onRestore?: (() => void) | undefined;
}

/** Says why a pane cannot show what it is for. */
export function Failure({ failure: { reason, strings }, onReveal, onRestore }: FailureProps): JSX.Element {
  return (
    <div class="failure">
      <div class="empty">
        <span class="codicon codicon-error" aria-hidden="true" />
        <div role="alert">
          <h1 class="empty-title">{strings.unreadable}</h1>
          <p>{reason}</p>
        </div>
        <p>{strings.unreadableHint}</p>
        {onReveal && (
          <button type="button" class="button button-secondary" onClick={onReveal}>
            {strings.reveal}
          </button>
        )}
        {onRestore && (
          <button type="button" class="button button-secondary" onClick={onRestore}>
            {strings.restoreBackup}
          </button>
        )}
      </div>
    </div>
  );
}
