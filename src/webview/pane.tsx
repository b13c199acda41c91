import type { JSX } from 'preact';
import type {
  DialogPaneAction,
  DialogPaneContent,
  DialogPaneMemory,
  DialogPaneState,
} from '../protocol/dialogPane.ts';
import { Failure } from './failure.tsx';
import { Header } from './header/header.tsx';
import { fill } from './format.ts';
import { MessageList } from './messages/messageList.tsx';
import { authorOf, DialogMessage } from './messages/messageRow.tsx';
import { PaneContext, usePane } from './paneContext.ts';
import { PaneFrame, usePaneServices } from './paneFrame.tsx';
import type { PaneModel } from './paneModel.ts';
import { SummaryPanel } from './summary/summaryPanel.tsx';
import type { Host } from './vscodeApi.ts';

interface PaneProps {
  readonly model: PaneModel;
  readonly content: DialogPaneContent;
  readonly host: Host<DialogPaneAction, DialogPaneMemory>;
}

/** The whole pane: header, summary and messages of one dialog, or why they cannot be shown. */
export function Pane({ model, content, host }: PaneProps): JSX.Element {
  const { services, announcement } = usePaneServices(content, host);
  return (
    <PaneContext.Provider value={services}>
      <PaneFrame services={services} announcement={announcement}>
        {content.type === 'failure' ? (
          <Failure
            reason={content.reason}
            strings={content.strings}
            onReveal={() => host.send({ type: 'command', command: 'reveal' })}
          />
        ) : (
          <Content model={model} state={content} />
        )}
      </PaneFrame>
    </PaneContext.Provider>
  );
}

function Content({ model, state }: { model: PaneModel; state: DialogPaneState }): JSX.Element {
  const { header, resource, summary } = state;
  return (
    <>
      <Header header={header} />
      <div class="columns">
        <SummaryPanel
          key={`${resource.folder}\n${resource.dialog}`}
          summary={summary}
          editable={header.editable}
        />
        <Messages key={model.list.cache.epoch} model={model} />
      </div>
    </>
  );
}

function Messages({ model }: { model: PaneModel }): JSX.Element {
  const { strings, format } = usePane();
  return (
    <MessageList
      list={model.list}
      empty={<Empty />}
      labelOf={(message) =>
        fill(strings.messageLabel, authorOf(message, strings), format.dateTime(message.ts))
      }
      content={(message, context) => <DialogMessage message={message} {...context} />}
    />
  );
}

function Empty(): JSX.Element {
  const { strings } = usePane();
  return (
    <div class="empty">
      <span class="codicon codicon-comment-discussion" aria-hidden="true" />
      <p class="empty-title">{strings.noMessages}</p>
      <p>{strings.noMessagesHint}</p>
    </div>
  );
}
