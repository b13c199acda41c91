import type { ComponentChildren, JSX } from 'preact';
import { useContent } from './contentContext.ts';

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
