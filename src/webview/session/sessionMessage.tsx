import type { JSX } from 'preact';
import { useCallback, useReducer, useEffect } from 'preact/hooks';
import { fill, type Format } from '../../protocol/format.ts';
import { placeOf } from '../../protocol/messageKinds.ts';
import type { SessionPaneMessage, ToolCount } from '../../protocol/sessionPane.ts';
import type { SessionPaneStrings } from '../../protocol/sessionPaneStrings.ts';
import { IconButton } from '../base/buttons.tsx';
import { Markdown } from '../base/content.tsx';
import { useMarks } from '../find/marked.tsx';
import {
  CutNotice,
  MessageActions,
  MessageBody,
  MessageContent,
  useReachable,
} from '../messages/messageContent.tsx';
import type { RowContext } from '../messages/messageList.tsx';
import { Fold } from './fold.tsx';
import { MessageParts, Thoughts } from './messageParts.tsx';
import { useSessionView, useSession, type SessionViewState } from './sessionServices.ts';
import { SelectButton } from '../messages/selection.tsx';

/** A message of a session. */
export function SessionMessage(props: RowContext & { message: SessionPaneMessage }): JSX.Element {
  const { message, newDay, active } = props;
  const { query, current } = useSessionView();
  const [version, change] = useReducer((count: number) => count + 1, 0);
  const onFold = useCallback(() => change(undefined), []);
  const found = current === message.position;
  const runs = useSessionView().runs.length; // expanded content arrives later
  const row = useMarks(query, found, runs);
  const { role } = message;
  return (
    <div ref={row}>
      {role === 'compaction' && <Compaction {...{ message, newDay, active, version, onFold }} />}
      {role === 'run' && <ToolRun {...{ message, newDay, active, version, found, onFold }} />}
      {role === 'notice' && <SessionNotice {...{ message, newDay }} />}
      {(role === 'user' || role === 'assistant') && (
        <Spoken {...{ message, role, newDay, active, version, found, onFold }} />
      )}
    </div>
  );
}

/** Returns the displayed author of a message: of an answer the agent, and its model if there are several. */
export function authorOf(
  { role, model }: SessionPaneMessage,
  { agent, severalModels }: Pick<SessionViewState, 'agent' | 'severalModels'>,
  strings: SessionPaneStrings,
): string {
  if (role === 'assistant') {
    const names = [agent, severalModels || agent === '' ? model : undefined].filter(Boolean);
    return names.join(' · ') || strings.assistant;
  }
  return {
    user: strings.user,
    notice: strings.notice,
    compaction: strings.compaction,
    run: strings.toolCalls,
  }[role];
}

interface SpokenProps extends RowContext {
  readonly message: SessionPaneMessage;
  readonly role: 'user' | 'assistant';
  readonly version: number;
  readonly found: boolean;
  readonly onFold: () => void;
}

function Spoken({ message, role, newDay, active, version, found, onFold }: SpokenProps): JSX.Element {
  const { strings, send } = useSession();
  const view = useSessionView();
  const { text, ts } = message;
  const position = placeOf(message);
  const { isSession } = useSessionView();
  const onContinue = (): void => send({ type: 'continueFrom', position });
  const actions = (
    <>
      {isSession && <IconButton icon="git-branch" label={strings.continueFrom} onPress={onContinue} />}
      <MessageActions {...{ position, strings, send }} />
    </>
  );
  return (
    <MessageContent
      {...{ newDay, active, version, actions }}
      message={{ role, text, ts }}
      author={authorOf(message, view, strings)}
    >
      <Thoughts message={message} />
      {text !== '' && <MessageBody message={message} />}
      <CutNotice {...{ message, send, strings }} />
      <MessageParts message={message} found={found} onFold={onFold} />
    </MessageContent>
  );
}

const icons = { info: 'info', warning: 'warning', error: 'error', interrupted: 'debug-stop' } as const;

interface SessionNoticeProps {
  readonly message: SessionPaneMessage;
  readonly newDay: boolean;
}

/** A message of the agent's program or an interruption, on one inconspicuous line. */
function SessionNotice({ message, newDay }: SessionNoticeProps): JSX.Element {
  const { strings, format } = useSession();
  const { level = 'info', text, ts } = message;
  return (
    <>
      {newDay && <div class="day">{format.day(ts)}</div>}
      <div class={`session-notice notice-${level}`}>
        <span class={`codicon codicon-${icons[level]}`} aria-hidden="true" />
        <p>{level === 'interrupted' ? strings.interrupted : text}</p>
        <span class="time">{format.time(ts)}</span>
      </div>
    </>
  );
}

interface CompactionProps extends RowContext {
  readonly message: SessionPaneMessage;
  readonly version: number;
  readonly onFold: () => void;
}

/** Describes why the agent compacted its context, from its transcript. */
function compactionLabel(trigger: string | undefined, strings: SessionPaneStrings): string {
  if (trigger === undefined) return strings.compaction;
  if (trigger === 'auto') return strings.compactionAuto;
  return trigger === 'manual' ? strings.compactionManual : fill(strings.compactionBy, trigger);
}

/** A dividing line where the agent compacted its context, with its summary of what came before. */
function Compaction({ message, newDay, active, version, onFold }: CompactionProps): JSX.Element {
  const { strings, format } = useSession();
  const { query, current } = useSessionView();
  const { text, trigger, ts, position } = message;
  const place = placeOf(message);
  const element = useReachable<HTMLDivElement>(active, `${version} ${text}`);
  const label = compactionLabel(trigger, strings);
  const found = current === position && query !== '';
  return (
    <>
      {newDay && <div class="day">{format.day(ts)}</div>}
      <div ref={element} class="compaction">
        <h3 class="compaction-label">
          <span class="codicon codicon-fold" aria-hidden="true" />
          {label}
          <span class="time">{format.time(ts)}</span>
        </h3>
        {text !== '' && (
          <Fold
            id={`compaction ${place}`}
            open={found}
            kind="tool-call"
            head={<span class="tool-name">{strings.compactionSummary}</span>}
            onFold={onFold}
          >
            {() => (
              <div class="tool-details">
                <Markdown text={text} />
              </div>
            )}
          </Fold>
        )}
      </div>
    </>
  );
}

/** Maximum number of tools named. */
const maxNamedTools = 5;

interface ToolRunProps extends RowContext {
  readonly message: SessionPaneMessage;
  readonly version: number;
  readonly found: boolean;
  readonly onFold: () => void;
}

/** Messages that consist of tool calls only, in one row: the number of calls per tool; expanded, each call. */
function ToolRun({ message, newDay, active, version, found, onFold }: ToolRunProps): JSX.Element {
  const { strings, format, send } = useSession();
  const at = placeOf(message);
  const messages = useSessionView().runs.find((run) => run.at === at)?.messages;
  const element = useReachable<HTMLDivElement>(active, `${version} ${messages?.length}`);
  const calls = message.run?.calls ?? [];
  return (
    <>
      {newDay && <div class="day">{format.day(message.ts)}</div>}
      <div ref={element} class="bubble tool-run">
        <Fold
          id={`run ${at}`}
          open={found || messages !== undefined}
          kind="tool-call"
          head={
            <>
              <span class="codicon codicon-tools" aria-hidden="true" />
              <span class="tool-name">{countText(calls, strings, format)}</span>
              <span class="tool-hint">{namesText(calls, format)}</span>
              <span class="time">{format.time(message.ts)}</span>
            </>
          }
          onFold={(open) => {
            send({ type: 'run', at, open });
            onFold();
          }}
        >
          {() => <Calls {...{ at, messages, found, onFold }} />}
        </Fold>
        <div class="message-actions">
          <SelectButton index={at} />
        </div>
      </div>
    </>
  );
}

/** Describes the calls of a run, for its line and accessible name. */
function countText(calls: readonly ToolCount[], strings: SessionPaneStrings, format: Format): string {
  const all = calls.reduce((sum, { count }) => sum + count, 0);
  return fill(all === 1 ? strings.tool : strings.tools, format.count(all));
}

function namesText(calls: readonly ToolCount[], format: Format): string {
  const named = calls.slice(0, maxNamedTools).map(({ name, count }) => `${name} ×${format.count(count)}`);
  return [...named, ...(calls.length > maxNamedTools ? ['…'] : [])].join(', ');
}

interface CallsProps {
  readonly at: number;
  /** Undefined until the extension has sent them. */
  readonly messages: readonly SessionPaneMessage[] | undefined;
  readonly found: boolean;
  readonly onFold: () => void;
}

function Calls({ at, messages, found, onFold }: CallsProps): JSX.Element {
  const { strings, send } = useSession();
  const isMissing = messages === undefined;
  useEffect(() => {
    if (isMissing) send({ type: 'run', at, open: true }); // also if the search has expanded it
  }, [isMissing]);
  if (messages === undefined) return <p class="subagent-note">{strings.loadingRun}</p>;
  return (
    <>
      {messages.map((message) => (
        <MessageParts key={message.position} {...{ message, found, onFold }} />
      ))}
    </>
  );
}
