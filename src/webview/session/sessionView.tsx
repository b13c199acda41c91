import type { JSX } from 'preact';
import { useCallback, useMemo, useReducer } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import type { SessionPaneState } from '../../protocol/sessionPane.ts';
import { Empty } from '../base/notices.tsx';
import { FindBar, useListFinding } from '../find/finding.tsx';
import { MessageList } from '../messages/messageList.tsx';
import { SessionHeaderView } from './sessionHeader.tsx';
import { authorOf, SessionMessage } from './sessionMessage.tsx';
import type { SessionHost, SessionModel } from './sessionModel.ts';
import { LookContext, SessionFrame, useSession } from './sessionServices.ts';

interface SessionViewProps {
  readonly model: SessionModel;
  readonly state: SessionPaneState;
  readonly host: SessionHost;
}

/** The whole pane: header and messages of one session or archive. */
export function SessionView({ model, state, host }: SessionViewProps): JSX.Element {
  const { folder, kind, id } = state.resource;
  return (
    <SessionFrame content={state} host={host}>
      <Session key={`${folder}\n${kind}\n${id}`} model={model} state={state} />
    </SessionFrame>
  );
}

function Session({ model, state }: Omit<SessionViewProps, 'host'>): JSX.Element {
  const { send } = useSession();
  const [version, change] = useReducer((count: number) => count + 1, 0);
  const onChange = useCallback(() => change(undefined), []);
  const finding = useListFinding(model.list, state.find, send);
  const { header, subagents, open } = state;
  const { query, current } = finding;
  const { thoughts, folds } = model;
  const look = useMemo(
    () => ({ folds, thoughts, subagents, open, query, current }),
    [version, thoughts, subagents, open, query, current],
  );
  const onThoughts = (shown: boolean) => {
    model.showThoughts(shown);
    onChange();
  };
  return (
    <LookContext.Provider value={look}>
      <SessionHeaderView {...{ header, onThoughts }} onFind={finding.open} onFold={onChange} />
      <div class="with-find">
        {finding.opened > 0 && <FindBar finding={finding} />}
        {header.reading ? <Reading /> : <Messages key={model.list.cache.epoch} model={model} />}
      </div>
    </LookContext.Provider>
  );
}

function Messages({ model }: { model: SessionModel }): JSX.Element {
  const { strings, format } = useSession();
  return (
    <MessageList
      list={model.list}
      empty={
        <Empty icon="comment-discussion" title={strings.noMessages}>
          <p>{strings.noSessionMessages}</p>
        </Empty>
      }
      labelOf={(message) =>
        fill(strings.messageLabel, authorOf(message, strings), format.dateTime(message.ts))
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
