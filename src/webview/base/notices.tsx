import type { ComponentChildren, JSX } from 'preact';
import { useContent } from './content.tsx';

interface NoticeProps {
  readonly kind: 'info' | 'warning' | 'error';
  readonly children: ComponentChildren;
}

/** Something that needs the reader's attention. */
export function Notice({ kind, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice notice-${kind}`}>
      <span class={`codicon codicon-${kind}`} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}

/** Says which files were damaged and put aside; nothing where there are none. */
export function DamagedNotice({ files }: { files: readonly string[] }): JSX.Element | null {
  const { strings } = useContent();
  if (files.length === 0) return null;
  return (
    <Notice kind="error">
      {strings.damaged}{' '}
      {files.map((file) => (
        <code key={file}>{file}</code>
      ))}
    </Notice>
  );
}

interface EmptyProps {
  /** Name of a codicon. */
  readonly icon: string;
  readonly title: string;
  /** What may be done about it. */
  readonly children?: ComponentChildren;
}

/** Stands where there is nothing to show. */
export function Empty({ icon, title, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <span class={`codicon codicon-${icon}`} aria-hidden="true" />
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

interface FailureProps {
  readonly failure: {
    /** What is wrong and how to repair it. */
    readonly reason: string;
    readonly strings: {
      readonly unreadable: string;
      readonly unreadableHint: string;
      readonly reveal?: string;
      readonly restoreBackup?: string;
    };
  };
  /** Shows the files; absent where they cannot be shown. */
  readonly onReveal?: () => void;
  /** Offers the backups; absent where there are none. */
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
