import type { JSX } from 'preact';
import type { SessionPaneMessage } from '../../protocol/sessionPane.ts';
import { fill } from '../../protocol/format.ts';
import { Markdown } from '../base/markdownView.tsx';
import { Fold } from './fold.tsx';
import { MessageParts } from './messageParts.tsx';
import { useLook, useSession } from './sessionServices.ts';

interface SubagentFoldProps {
  readonly agentId: string;
  readonly onFold: () => void;
}

/** The conversation of a subagent, which the extension sends when it is unfolded. */
export function SubagentFold({ agentId, onFold }: SubagentFoldProps): JSX.Element {
  const { strings, format, send } = useSession();
  const { subagents } = useLook();
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
  const { open } = useLook();
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
  const author = { user: strings.agent, assistant: strings.subagent, notice: strings.notice };
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
