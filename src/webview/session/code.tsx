import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { highlight } from '../markdown/highlight.ts';
import { sanitize } from '../markdown/sanitize.ts';
import { useSession } from './sessionServices.ts';

interface CodeProps {
  readonly label: string;
  readonly text: string;
  /** A language of the highlighter; anything else stays plain. */
  readonly language: string;
}

/** A labelled block of code or output. */
export function Code({ label, text, language }: CodeProps): JSX.Element {
  const { strings } = useSession();
  const code = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const html = highlight(text, language);
    code.current?.replaceChildren(html === undefined ? text : sanitize(html));
  }, [text, language]);
  return (
    <div class="code">
      <div class="code-bar">
        <span class="code-label">{label}</span>
      </div>
      <pre tabIndex={0}>
        <code ref={code} />
      </pre>
      {/* Copies through the frame of the pane, like the button of code in Markdown. */}
      <button
        type="button"
        class="icon-button copy-code codicon codicon-copy"
        title={strings.copyCode}
        aria-label={strings.copyCode}
      />
    </div>
  );
}
