import type { JSX } from 'preact';
import type { DialogPaneContent, DialogPaneMessage, DialogPaneState } from '../../protocol/dialogPane.ts';
import { holds, summaryPosition, type PaneFind } from '../../protocol/find.ts';
import { fill } from '../../protocol/format.ts';
import { defined } from '../../protocol/json.ts';
import { isFiltered, placeOf, type MessageKind } from '../../protocol/messageKinds.ts';
import { summaryText } from '../../protocol/summarySections.ts';
import { Empty, Failure } from '../base/notices.tsx';
import { FindBar, useListFinding, type FindInPane } from '../find/finding.tsx';
import { Marked } from '../find/marked.tsx';
import { CutNotice, MessageActions, MessageBody, MessageContent } from '../messages/messageContent.tsx';
import { NothingShown } from '../messages/filterMenu.tsx';
import { IconButton } from '../base/buttons.tsx';
import { SelectionBar, SelectionContext, useSelection } from '../messages/selection.tsx';
import { MessageList, type RowContext } from '../messages/messageList.tsx';
import { DialogHeaderView } from './dialogHeader.tsx';
import type { DialogHost, DialogModel } from './dialogModel.ts';
import { DialogFrame, useDialogPane } from './dialogServices.ts';
import { SummaryPanel } from './summaryPanel.tsx';

interface DialogViewProps {
  readonly model: DialogModel;
  readonly content: DialogPaneContent;
  readonly host: DialogHost;
}

/** The dialog pane: header, summary and messages, or why they cannot be shown. */
export function DialogView({ model, content, host }: DialogViewProps): JSX.Element {
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

function Dialog({ model, state }: { model: DialogModel; state: DialogPaneState }): JSX.Element {
  const { strings, send } = useDialogPane();
  const { header, filter } = state;
  const selection = useSelection(model.list.cache.epoch);
  const onFilter = (kinds: readonly MessageKind[]) =>
    send(defined({ type: 'filter' as const, kinds, at: model.list.placeInView }));
  const finding = useListFinding(model.list, foundIn(state), send);
  return (
    <>
      <DialogHeaderView {...{ header, onFilter }} kinds={filter.kinds} onFind={finding.open} />
      <div class="columns">
        <SummaryPanel model={model} state={state} finding={finding} />
        <SelectionContext.Provider value={selection}>
          <div class="with-find">
            {finding.opened > 0 && <FindBar finding={finding} />}
            <SelectionBar send={send} {...(header.editable && { share: strings.share })}>
              <IconButton
                icon="link"
                label={strings.copyLink}
                onPress={() => send({ type: 'copyLinks', places: [...selection.chosen] })}
              />
            </SelectionBar>
            <Messages
              key={model.list.cache.epoch}
              {...{ model, finding }}
              filtered={header.messages > 0 && isFiltered(filter.kinds)}
            />
          </div>
        </SelectionContext.Provider>
      </div>
    </>
  );
}

/** Adds a match in the summary, all of which is in the page. */
function foundIn({ find, summary }: DialogPaneState): PaneFind | undefined {
  if (find === undefined || !holds(summaryText(summary), find.query)) return find;
  return { ...find, matches: [summaryPosition, ...find.matches] };
}

interface MessagesProps {
  readonly model: DialogModel;
  readonly finding: FindInPane;
  readonly filtered: boolean;
}

function Messages({ model, finding, filtered }: MessagesProps): JSX.Element {
  const { strings, format, gone, send } = useDialogPane();
  return (
    <MessageList
      list={model.list}
      chooseDay={() => send({ type: 'chooseDay' })}
      empty={
        filtered ? (
          <NothingShown />
        ) : (
          <Empty icon="comment-discussion" title={strings.noMessages}>
            {gone === undefined && <p>{strings.noMessagesHint}</p>}
          </Empty>
        )
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

/** A message of a dialog. */
function DialogMessage({
  message,
  newDay,
  active,
}: RowContext & { message: DialogPaneMessage }): JSX.Element {
  const { strings, send } = useDialogPane();
  const actions = <MessageActions {...{ strings, send }} position={placeOf(message)} />;
  return (
    <MessageContent {...{ message, newDay, active, actions }} author={authorOf(message, strings)}>
      <MessageBody message={message} />
      <CutNotice {...{ message, send, strings }} />
    </MessageContent>
  );
}

/** Returns the displayed author of a message. */
function authorOf(message: DialogPaneMessage, strings: { user: string; assistant: string }): string {
  return message.author ?? strings[message.role];
}
