import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useReducer } from 'preact/hooks';
import type { SessionPaneAction, SessionPaneMemory, SessionPaneState } from '../../protocol/sessionPane.ts';
import { fill } from '../format.ts';
import { MessageList } from '../messages/messageList.tsx';
import { PaneFrame, usePaneServices } from '../paneFrame.tsx';
import type { Host } from '../vscodeApi.ts';
import { FindBar } from './findBar.tsx';
import { SessionHeaderView } from './sessionHeader.tsx';
import { authorOf, SessionMessage } from './sessionMessage.tsx';
import type { SessionModel } from './sessionModel.ts';
import { LookContext, SessionContext, useSession } from './sessionServices.ts';
import { useFinding } from './useFinding.ts';

interface SessionViewProps {
  readonly model: SessionModel;
  readonly state: SessionPaneState;
  readonly host: Host<SessionPaneAction, SessionPaneMemory>;
}

/** The whole pane: header and messages of one session or archive. */
export function SessionView({ model, state, host }: SessionViewProps): JSX.Element {
  const { services, announcement } = usePaneServices(state, host);
  const { folder, kind, id } = state.resource;
  return (
    <SessionContext.Provider value={services}>
      <PaneFrame services={services} announcement={announcement}>
        <Session key={`${folder}\n${kind}\n${id}`} model={model} state={state} />
      </PaneFrame>
    </SessionContext.Provider>
  );
}

function Session({ model, state }: Omit<SessionViewProps, 'host'>): JSX.Element {
  const { send } = useSession();
  const [version, change] = useReducer((count: number) => count + 1, 0);
  const onChange = useCallback(() => change(undefined), []);
  const finding = useFinding(model, state.find, send);
  useFindKey(finding.open);
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
      <div class="session-messages">
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
      empty={<Empty />}
      labelOf={(message) =>
        fill(strings.messageLabel, authorOf(message, strings), format.dateTime(message.ts))
      }
      content={(message, context) => <SessionMessage message={message} {...context} />}
    />
  );
}

function Empty(): JSX.Element {
  const { strings } = useSession();
  return (
    <div class="empty">
      <span class="codicon codicon-comment-discussion" aria-hidden="true" />
      <p class="empty-title">{strings.noMessages}</p>
      <p>{strings.noSessionMessages}</p>
    </div>
  );
}

function Reading(): JSX.Element {
  const { strings } = useSession();
  return (
    <div class="empty" role="status">
      <span class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true" />
      <p class="empty-title">{strings.reading}</p>
    </div>
  );
}

/** The keys every part of the editor finds with. */
function useFindKey(open: () => void): void {
  useEffect(() => {
    const listening = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey, { signal: listening.signal });
    return () => listening.abort();
  });
}
