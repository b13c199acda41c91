import type { JSX, TargetedMouseEvent } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { DialogPaneAction, DialogPaneState } from '../protocol/dialogPane.ts';
import { Format } from './format.ts';
import { Header } from './header/header.tsx';
import { showCopied } from './iconButton.tsx';
import { createMarkdown } from './messages/markdown.ts';
import { markdownTexts } from './messages/markdownTexts.ts';
import { MessageBodies } from './messages/messageBodies.ts';
import { MessageList } from './messages/messageList.tsx';
import { PaneContext, type PaneServices } from './paneContext.ts';
import type { PaneModel } from './paneModel.ts';
import { SummaryPanel } from './summary/summaryPanel.tsx';
import type { Host } from './vscodeApi.ts';

interface PaneProps {
  readonly model: PaneModel;
  readonly state: DialogPaneState;
  readonly host: Host;
}

/** The whole pane: header, summary and messages of one dialog. */
export function Pane({ model, state, host }: PaneProps): JSX.Element {
  const [announcement, announce] = useState('');
  const services = useServices(state, host, announce);
  const onClick = (event: TargetedMouseEvent<HTMLElement>) => onContentClick(event, services);
  return (
    <PaneContext.Provider value={services}>
      <main class="pane" onClick={onClick}>
        <Header header={state.header} />
        <div class="columns">
          <SummaryPanel
            key={`${state.resource.folder}\n${state.resource.dialog}`}
            summary={state.summary}
            editable={state.header.editable}
          />
          <MessageList key={model.cache.epoch} model={model} />
        </div>
        <div class="visually-hidden" role="status">
          {announcement}
        </div>
      </main>
    </PaneContext.Provider>
  );
}

function useServices(state: DialogPaneState, host: Host, announce: (text: string) => void): PaneServices {
  const { locale } = state;
  const wording = JSON.stringify(state.strings);
  const strings = useMemo(() => state.strings, [wording]);
  const send = useCallback((action: DialogPaneAction) => host.send(action), [host]);
  return useMemo(() => {
    const format = new Format(locale);
    const bodies = new MessageBodies(createMarkdown(markdownTexts(strings, format)), strings);
    return { strings, format, bodies, send, announce };
  }, [locale, strings, send, announce]);
}

/**
 * Clicks inside rendered Markdown: links go through the extension, code is copied. They end here, because the editor
 * would otherwise follow links by itself.
 */
function onContentClick(event: TargetedMouseEvent<HTMLElement>, services: PaneServices): void {
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
