import type { JSX } from 'preact';
import { useCallback, useMemo, useReducer } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import { defined } from '../../protocol/json.ts';
import { isFiltered, type MessageKind } from '../../protocol/messageKinds.ts';
import type { SessionPaneState } from '../../protocol/sessionPane.ts';
import { Empty } from '../base/notices.tsx';
import { FindBar, useListFinding } from '../find/finding.tsx';
import { NothingShown } from '../messages/filterMenu.tsx';
import { MessageList } from '../messages/messageList.tsx';
import { SelectionBar, SelectionContext, useSelection } from '../messages/selection.tsx';
import { SessionHeaderView } from './sessionHeader.tsx';
import { authorOf, SessionMessage } from './sessionMessage.tsx';
import type { SessionHost, SessionModel } from './sessionModel.ts';
import { SessionViewContext, SessionFrame, useSession, useSessionView } from './sessionServices.ts';

interface SessionViewProps {
  readonly model: SessionModel;
  readonly state: SessionPaneState;
  readonly host: SessionHost;
}

/** The session pane: header and messages of a session or archive. */
export function SessionView({ model, state, host }: SessionViewProps): JSX.Element {
  const { folder, kind, id } = state.resource;
  return (
    <SessionFrame content={state} host={host}>
      <Session key={`${folder}\n${kind}\n${id}`} model={model} state={state} />
    </SessionFrame>
  );
}

function Session({ model, state }: Omit<SessionViewProps, 'host'>): JSX.Element {
  const { strings, send } = useSession();
  const [version, change] = useReducer((count: number) => count + 1, 0);
  const onChange = useCallback(() => change(undefined), []);
  const finding = useListFinding(model.list, state.find, send);
  const { header, subagents, open, runs, filter } = state;
  const selection = useSelection(model.list.cache.epoch);
  const { query, current } = finding;
  const { folds } = model;
  const thoughts = filter.kinds.includes('thoughts');
  const { agent } = header;
  const severalModels = header.models.length > 1;
  const isSession = state.resource.kind === 'session';
  const view = useMemo(
    () => ({ agent, severalModels, isSession, folds, thoughts, subagents, open, runs, query, current }),
    [agent, severalModels, isSession, version, thoughts, subagents, open, runs, query, current],
  );
  const onFilter = (kinds: readonly MessageKind[]) =>
    send(defined({ type: 'filter' as const, kinds, at: model.list.placeInView }));
  return (
    <SessionViewContext.Provider value={view}>
      <SessionHeaderView
        {...{ header, onFilter }}
        kinds={filter.kinds}
        onFind={finding.open}
        onFold={onChange}
      />
      <SelectionContext.Provider value={selection}>
        <div class="with-find">
          {finding.opened > 0 && <FindBar finding={finding} />}
          <SelectionBar send={send} {...(header.editable && { share: strings.share })} />
          {header.reading ? (
            <Reading />
          ) : (
            <Messages
              key={model.list.cache.epoch}
              model={model}
              filtered={header.messages > 0 && isFiltered(filter.kinds)}
            />
          )}
        </div>
      </SelectionContext.Provider>
    </SessionViewContext.Provider>
  );
}

function Messages({ model, filtered }: { model: SessionModel; filtered: boolean }): JSX.Element {
  const { strings, format, send } = useSession();
  const view = useSessionView();
  return (
    <MessageList
      list={model.list}
      chooseDay={() => send({ type: 'chooseDay' })}
      empty={
        filtered ? (
          <NothingShown />
        ) : (
          <Empty icon="comment-discussion" title={strings.noMessages}>
            <p>{strings.noSessionMessages}</p>
          </Empty>
        )
      }
      labelOf={(message) =>
        fill(strings.messageLabel, authorOf(message, view, strings), format.dateTime(message.ts))
      }
      content={(message, context) => <SessionMessage message={message} {...context} />}
    />
  );
}

function Reading(): JSX.Element {
  const { strings } = useSession();
  return (
    <div role="status">
      <Empty icon="loading codicon-modifier-spin" title={strings.reading} />
    </div>
  );
}
