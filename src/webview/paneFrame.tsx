import type { ComponentChildren, JSX, TargetedMouseEvent } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { ContentStrings } from '../protocol/contentStrings.ts';
import { ContentContext, type ContentServices } from './contentContext.ts';
import { Format } from './format.ts';
import { showCopied } from './iconButton.tsx';
import { createMarkdown } from './messages/markdown.ts';
import { markdownTexts } from './messages/markdownTexts.ts';
import { MessageBodies } from './messages/messageBodies.ts';
import type { Host } from './vscodeApi.ts';

/** The services of a pane, with what was last said to screen readers. */
export interface FrameServices<Strings extends ContentStrings, Action> {
  readonly services: Omit<ContentServices, 'strings' | 'send'> & {
    readonly strings: Strings;
    readonly send: (action: Action) => void;
  };
  readonly announcement: string;
}

/** Makes the services of a pane from its states; they stay the same as long as language and texts do. */
export function usePaneServices<Strings extends ContentStrings, Action, Memory>(
  { locale, strings: latest }: { readonly locale: string; readonly strings: Strings },
  host: Host<Action, Memory>,
): FrameServices<Strings, Action> {
  const [announcement, announce] = useState('');
  const wording = JSON.stringify(latest);
  const strings = useMemo(() => latest, [wording]);
  const send = useCallback((action: Action) => host.send(action), [host]);
  const services = useMemo(() => {
    const format = new Format(locale);
    const bodies = new MessageBodies(createMarkdown(markdownTexts(strings, format)), strings);
    return { strings, format, bodies, send, announce };
  }, [locale, strings, send]);
  return { services, announcement };
}

interface PaneFrameProps {
  readonly services: ContentServices;
  readonly announcement: string;
  readonly children: ComponentChildren;
}

/** What is around the content of every pane: shared services, clicks in Markdown, a voice for screen readers. */
export function PaneFrame({ services, announcement, children }: PaneFrameProps): JSX.Element {
  const onClick = (event: TargetedMouseEvent<HTMLElement>) => onContentClick(event, services);
  return (
    <ContentContext.Provider value={services}>
      <main class="pane" onClick={onClick}>
        {children}
        <div class="visually-hidden" role="status">
          {announcement}
        </div>
      </main>
    </ContentContext.Provider>
  );
}

/**
 * Clicks inside rendered Markdown: links go through the extension, code is copied. They end here, because the editor
 * would otherwise follow links by itself.
 */
function onContentClick(event: TargetedMouseEvent<HTMLElement>, services: ContentServices): void {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest('a');
  if (link !== null) {
    event.preventDefault();
    event.stopPropagation();
    const href = link.dataset.href;
    if (href !== undefined && href !== '') services.send({ type: 'openLink', href });
  }
  const copy = event.target.closest<HTMLElement>('button.copy-code');
  if (copy === null) return;
  services.send({ type: 'copyText', text: copy.closest('.code')?.querySelector('pre')?.textContent ?? '' });
  showCopied(copy);
  services.announce(services.strings.copied);
}
