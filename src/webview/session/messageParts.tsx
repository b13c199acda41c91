import type { JSX } from 'preact';
import { fill } from '../../protocol/format.ts';
import type { PaneMedia, PaneToolCall, SessionPaneMessage } from '../../protocol/sessionPane.ts';
import { Markdown } from '../base/content.tsx';
import { Code, EditDiff } from './code.tsx';
import { Fold } from './fold.tsx';
import { useSessionView, useSession } from './sessionServices.ts';

interface MessagePartsProps {
  readonly message: SessionPaneMessage;
  readonly found: boolean;
  readonly onFold: () => void;
}

/** Pictures and tool calls of a message. */
export function MessageParts({ message, found, onFold }: MessagePartsProps): JSX.Element {
  const { tools, media } = message;
  return (
    <>
      <Media media={media} />
      {tools.length > 0 && (
        <div class="tool-calls">
          {tools.map((call) => (
            <ToolCall key={call.id} call={call} found={found} onFold={onFold} />
          ))}
        </div>
      )}
    </>
  );
}

/** The agent's thoughts, if shown; for a message with nothing else, a note that there are some. */
export function Thoughts({ message }: { message: SessionPaneMessage }): JSX.Element | null {
  const { strings } = useSession();
  const shown = useSessionView().thoughts;
  const { thoughts, text, tools, media } = message;
  if (thoughts.length === 0) return null;
  if (shown)
    return (
      <div class="thoughts" role="group" aria-label={strings.thought}>
        {thoughts.map((thought, index) => (
          <Markdown key={index} text={thought} />
        ))}
      </div>
    );
  const isAll = text === '' && tools.length === 0 && media.length === 0;
  return isAll ? <p class="thoughts-hidden">{strings.thoughtsHidden}</p> : null;
}

interface ToolCallProps {
  readonly call: PaneToolCall;
  /** Whether its message is the current match. */
  readonly found: boolean;
  readonly onFold: () => void;
}

const icons = { success: 'tools', error: 'error', cancelled: 'circle-slash', pending: 'watch' } as const;

/** A collapsible tool call: name and purpose; expanded, its changes, arguments and result. */
function ToolCall({ call, found, onFold }: ToolCallProps): JSX.Element {
  const { strings } = useSession();
  const { subagents } = useSessionView();
  const { id, name, hint, status, agentId } = call;
  const state = { error: strings.toolFailed, cancelled: strings.toolCancelled, pending: strings.toolPending };
  const hasSubagent = agentId !== undefined && subagents.some((one) => one.agentId === agentId);
  return (
    <>
      <Fold
        id={id}
        open={useHolds(call) && found}
        kind={`tool-call tool-${status}`}
        head={
          <>
            <span class={`codicon codicon-${icons[status]}`} aria-hidden="true" />
            <span class="tool-name">{name}</span>
            <span class="tool-hint">{hint}</span>
            {status !== 'success' && <span class="tool-state">{state[status]}</span>}
          </>
        }
        onFold={onFold}
      >
        {() => <ToolDetails call={call} />}
      </Fold>
      {hasSubagent && <SubagentFold agentId={agentId} onFold={onFold} />}
    </>
  );
}

function ToolDetails({ call }: { call: PaneToolCall }): JSX.Element {
  const { strings, format } = useSession();
  const { edits, args, result, status, media, cutChars } = call;
  const resultLabel = status === 'error' ? strings.toolFailedResult : strings.toolResultLabel;
  return (
    <div class="tool-details markdown">
      {edits.map((edit) => (
        <EditDiff edit={edit} />
      ))}
      {args !== '' && <Code label={strings.toolArguments} text={args} language="json" />}
      {result !== undefined && <Code label={resultLabel} text={result} language={languageOf(result)} />}
      <Media media={media} />
      {cutChars !== undefined && <p class="cut">{fill(strings.cut, format.count(cutChars))}</p>}
    </div>
  );
}

/** Reports whether the call contains the search text. */
function useHolds({ name, hint, args, result = '', edits }: PaneToolCall): boolean {
  const { query } = useSessionView();
  if (query === '') return false;
  const words = [name, hint, args, result, ...edits.map((edit) => Object.values(edit).join('\n'))];
  return words.join('\n').toLowerCase().includes(query.toLowerCase());
}

const languageOf = (text: string): string => (/^\s*[[{]/.test(text) ? 'json' : '');

interface SubagentFoldProps {
  readonly agentId: string;
  readonly onFold: () => void;
}

/** A subagent's conversation, which the extension sends when it is expanded. */
export function SubagentFold({ agentId, onFold }: SubagentFoldProps): JSX.Element {
  const { strings, format, send } = useSession();
  const { subagents } = useSessionView();
  const info = subagents.find((one) => one.agentId === agentId);
  const count = info?.messages ?? 0;
  const title = info?.title ?? '';
  return (
    <Fold
      id={`subagent ${agentId}`}
      open={false}
      kind="subagent"
      head={
        <>
          <span class="codicon codicon-type-hierarchy-sub" aria-hidden="true" />
          <span class="tool-name">
            {title === '' ? strings.subagent : fill(strings.subagentNamed, title)}
          </span>
          <span class="tool-hint">
            {fill(count === 1 ? strings.message : strings.messages, format.count(count))}
          </span>
        </>
      }
      onFold={(open) => {
        send({ type: 'subagent', agentId, open });
        onFold();
      }}
    >
      {() => <Conversation agentId={agentId} onFold={onFold} />}
    </Fold>
  );
}

function Conversation({ agentId, onFold }: SubagentFoldProps): JSX.Element {
  const { strings, format } = useSession();
  const { open } = useSessionView();
  const conversation = open.find((one) => one.agentId === agentId);
  if (conversation === undefined) return <p class="subagent-note">{strings.loadingSubagent}</p>;
  const { messages, left } = conversation;
  return (
    <div class="subagent-messages">
      {messages.map((message) => (
        <SubagentMessage key={message.position} message={message} onFold={onFold} />
      ))}
      {left > 0 && (
        <p class="subagent-note">
          {fill(left === 1 ? strings.moreMessage : strings.moreMessages, format.count(left))}
        </p>
      )}
    </div>
  );
}

function SubagentMessage({ message, onFold }: { message: SessionPaneMessage; onFold: () => void }) {
  const { strings, format } = useSession();
  const { role, text, ts } = message;
  const author = { user: strings.agent, assistant: strings.subagent, notice: strings.notice, run: '' };
  return (
    <div class={`subagent-message subagent-${role}`}>
      <p class="message-head">
        <span class="author">{role === 'compaction' ? strings.compaction : author[role]}</span>
        <span class="time">{format.time(ts)}</span>
      </p>
      {text !== '' && <Markdown text={text} />}
      <MessageParts message={message} found={false} onFold={onFold} />
    </div>
  );
}

/** Pictures, and names of media that are not shown. */
function Media({ media }: { media: readonly PaneMedia[] }): JSX.Element | null {
  const { strings } = useSession();
  if (media.length === 0) return null;
  return (
    <div class="media">
      {media.map(({ mimeType, data, uri }) =>
        data === undefined ? (
          <span class="media-name">
            <span class="codicon codicon-file-media" aria-hidden="true" />
            {uri === undefined || uri === '' ? fill(strings.media, mimeType) : `${mimeType}: ${uri}`}
          </span>
        ) : (
          <img src={`data:${mimeType};base64,${data}`} alt={fill(strings.picture, mimeType)} />
        ),
      )}
    </div>
  );
}
