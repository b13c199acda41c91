import type { ComponentChildren, JSX } from 'preact';
import { useContent } from './content.tsx';

interface NoticeProps {
  readonly kind: 'info' | 'warning' | 'error';
  readonly children: ComponentChildren;
}

/** A notice that needs attention. */
export function Notice({ kind, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice notice-${kind}`}>
      <span class={`codicon codicon-${kind}`} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}

/** Says that what is shown was deleted, and takes it out of the trash; nothing otherwise. */
export function GoneNotice(): JSX.Element | null {
  const { strings, gone, send } = useContent();
  if (gone === undefined) return null;
  if (gone === 'missing') return <Notice kind="warning">{strings.missing}</Notice>;
  return (
    <Notice kind="warning">
      {strings.inTrash}{' '}
      <button type="button" class="button button-secondary" onClick={() => send({ type: 'restore' })}>
        {strings.takeFromTrash}
      </button>
    </Notice>
  );
}

/** Lists damaged files that were set aside; nothing without any. */
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
  /** What can be done about it. */
  readonly children?: ComponentChildren;
}

/** Placeholder for missing content. */
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
    /** What is wrong and how to fix it. */
    readonly reason: string;
    readonly strings: {
      readonly unreadable: string;
      readonly unreadableHint: string;
      readonly reveal?: string;
      readonly restoreBackup?: string;
    };
  };
  /** Shows the files; absent if impossible. */
  readonly onReveal?: () => void;
  /** Offers the backups; absent without any. */
  readonly onRestore?: (() => void) | undefined;
}

/** Explains why a pane cannot show its content. */
export function Failure({ failure: { reason, strings }, onReveal, onRestore }: FailureProps): JSX.Element {
  const { gone } = useContent();
  if (gone !== undefined)
    return (
      <div class="failure">
        <div class="empty">
          <span class="codicon codicon-trash" aria-hidden="true" />
          <h1 class="empty-title">{strings.unreadable}</h1>
          <GoneNotice />
        </div>
      </div>
    );
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
