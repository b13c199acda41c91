import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { fill, type Format } from '../../protocol/format.ts';
import { placeOf } from '../../protocol/messageKinds.ts';
import type { SessionPaneMessage, ToolCount } from '../../protocol/sessionPane.ts';
import type { SessionPaneStrings } from '../../protocol/sessionPaneStrings.ts';
import { useReachable } from '../messages/messageContent.tsx';
import type { RowContext } from '../messages/messageList.tsx';
import { SelectButton } from '../messages/selection.tsx';
import { Fold } from './fold.tsx';
import { MessageParts } from './messageParts.tsx';
import { useSessionView, useSession } from './sessionServices.ts';

/** Maximum number of tools named. */
const maxNamedTools = 5;

interface ToolRunProps extends RowContext {
  readonly message: SessionPaneMessage;
  readonly version: number;
  readonly found: boolean;
  readonly onFold: () => void;
}

/** Messages that consist of tool calls only, in one row: the number of calls per tool; expanded, each call. */
export function ToolRun({ message, newDay, active, version, found, onFold }: ToolRunProps): JSX.Element {
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
export function countText(calls: readonly ToolCount[], strings: SessionPaneStrings, format: Format): string {
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
