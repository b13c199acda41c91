import type { JSX } from 'preact';
import type {
  DialogPaneAction,
  DialogPaneContent,
  DialogPaneMemory,
  DialogPaneState,
} from '../../protocol/dialogPane.ts';
import { holds, summaryPosition, type PaneFind } from '../../protocol/find.ts';
import { summaryText } from '../../protocol/summarySections.ts';
import { Empty } from '../base/empty.tsx';
import { Failure } from '../base/failure.tsx';
import { FindBar } from '../find/findBar.tsx';
import { Marked } from '../find/marked.tsx';
import type { Finding } from '../find/useFinding.ts';
import { useListFinding } from '../find/useListFinding.ts';
import { fill } from '../../protocol/format.ts';
import { Header } from './dialogHeader.tsx';
import { MessageList } from '../messages/messageList.tsx';
import { authorOf, DialogMessage } from './dialogMessage.tsx';
import { DialogFrame, usePane } from './dialogServices.ts';
import type { PaneModel } from './dialogModel.ts';
import { SummaryPanel } from './summaryPanel.tsx';
import type { Host } from '../base/vscodeApi.ts';

interface PaneProps {
  readonly model: PaneModel;
  readonly content: DialogPaneContent;
  readonly host: Host<DialogPaneAction, DialogPaneMemory>;
}

/** The whole pane: header, summary and messages of one dialog, or why they cannot be shown. */
export function Pane({ model, content, host }: PaneProps): JSX.Element {
  return (
    <DialogFrame content={content} host={host}>
      {content.type === 'failure' ? (
        <Failure
          failure={content}
          onReveal={() => host.send({ type: 'command', command: 'reveal' })}
          onRestore={
            content.restorable ? () => host.send({ type: 'command', command: 'restoreBackup' }) : undefined
          }
        />
      ) : (
        <Dialog key={keyOf(content)} model={model} state={content} />
      )}
    </DialogFrame>
  );
}

const keyOf = ({ resource }: DialogPaneState): string => `${resource.folder}\n${resource.dialog}`;

function Dialog({ model, state }: { model: PaneModel; state: DialogPaneState }): JSX.Element {
  const { send } = usePane();
  const { header } = state;
  const finding = useListFinding(model.list, foundIn(state), send);
  return (
    <>
      <Header header={header} onFind={finding.open} />
      <div class="columns">
        <SummaryPanel model={model} state={state} finding={finding} />
        <div class="with-find">
          {finding.opened > 0 && <FindBar finding={finding} />}
          <Messages key={model.list.cache.epoch} model={model} finding={finding} />
        </div>
      </div>
    </>
  );
}

/** What was found, with the summary, of which the page holds all. */
function foundIn({ find, summary }: DialogPaneState): PaneFind | undefined {
  if (find === undefined || !holds(summaryText(summary), find.query)) return find;
  return { ...find, matches: [summaryPosition, ...find.matches] };
}

function Messages({ model, finding }: { model: PaneModel; finding: Finding }): JSX.Element {
  const { strings, format } = usePane();
  return (
    <MessageList
      list={model.list}
      empty={
        <Empty icon="comment-discussion" title={strings.noMessages}>
          <p>{strings.noMessagesHint}</p>
        </Empty>
      }
      labelOf={(message) =>
        fill(strings.messageLabel, authorOf(message, strings), format.dateTime(message.ts))
      }
      content={(message, context) => (
        <Marked query={finding.query} current={finding.current === message.position}>
          <DialogMessage message={message} {...context} />
        </Marked>
      )}
    />
  );
}
