import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ChatStrings } from '../../protocol/chatStrings.ts';
import { fill } from '../../protocol/format.ts';
import type { ChatHost, HostAbilities, ToolReply } from './chatHost.ts';
import { replyBlocks, shownTime, type Block, type SessionBlock, type ReplyCall } from './replyBlocks.ts';

/** What all parts of the page use. */
interface ChatServices {
  readonly host: ChatHost;
  readonly abilities: HostAbilities;
  readonly strings: ChatStrings;
}

interface ReplyProps extends ChatServices {
  readonly asked: ReplyCall;
  readonly reply: ToolReply;
}

/** A reply of a tool, in blocks. */
export function Reply({ asked, reply, ...services }: ReplyProps): JSX.Element {
  const blocks = replyBlocks(reply.texts, asked);
  return (
    <div class={reply.isError ? 'reply error' : 'reply'}>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} {...services} />
      ))}
    </div>
  );
}

type BlockProps<Shown> = ChatServices & { readonly block: Shown };

function BlockView({ block, ...services }: BlockProps<Block>): JSX.Element {
  const { strings } = services;
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'note':
      return <p class="note">{block.text}</p>;
    case 'item':
      return <p class="item">{block.text}</p>;
    case 'message':
      return (
        <section class="message">
          <h2>
            {block.role === 'user' ? strings.you : strings.agent} <time>{block.time}</time>
          </h2>
          <MessageText text={block.text} />
        </section>
      );
    case 'session':
      return <Session block={block} {...services} />;
    case 'hit':
      return <Hit block={block} {...services} />;
    case 'more':
      return <Fetched label={strings.more} call={block.call} {...services} />;
  }
}

/** The text of a message, with its blocks of code set apart. */
function MessageText({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/^```.*$/m);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <pre key={index}>{part.replace(/^\n|\n$/g, '')}</pre>
        ) : (
          <p key={index}>{part.trim()}</p>
        ),
      )}
    </>
  );
}

function Hit({ block, ...services }: BlockProps<Block & { kind: 'hit' }>): JSX.Element {
  const { place, text, call } = block;
  const content = (
    <>
      <span class="place">{place}</span>
      <span class="text">{text}</span>
    </>
  );
  if (call === undefined || !services.abilities.callsTools) return <div class="hit">{content}</div>;
  return <Fetched className="hit" label={content} call={call} {...services} />;
}

function Session({ block, ...services }: BlockProps<SessionBlock>): JSX.Element {
  const { id, title, facts, deleted } = block;
  const { strings, abilities } = services;
  const place = [...facts, id, ...(deleted === undefined ? [] : [fill(strings.deleted, shownTime(deleted))])];
  const content = (
    <>
      <span class="text">{title}</span>
      <span class="place">{place.join(' · ')}</span>
    </>
  );
  const call = { name: 'session_resume', args: { id } };
  return abilities.callsTools ? (
    <Fetched className="hit" label={content} call={call} title={title} {...services} />
  ) : (
    <div class="hit">{content}</div>
  );
}

interface FetchedProps extends ChatServices {
  readonly label: JSX.Element | string;
  readonly call: ReplyCall;
  readonly className?: string;
  /** Title of the session that the call loads. */
  readonly title?: string;
}

/** A button that shows below it what a call replies, and hides it again. */
function Fetched({ label, call, className = 'more', title, ...services }: FetchedProps): JSX.Element {
  const [reply, setReply] = useState<ToolReply>();
  const [open, setOpen] = useState(false);
  const { host, strings } = services;
  const press = async (): Promise<void> => {
    setOpen(!open);
    if (open || reply !== undefined) return;
    setReply(
      await host.call(call).catch((error: unknown) => ({
        texts: [fill(strings.failed, error instanceof Error ? error.message : '')],
        isError: true,
      })),
    );
  };
  return (
    <div class="fetched">
      <button type="button" class={className} aria-expanded={open} onClick={() => void press()}>
        {label}
      </button>
      {open && (
        <div class="shown">
          <Actions call={call} title={title} {...services} />
          {reply === undefined ? (
            <p class="note">{strings.waiting}</p>
          ) : (
            <Reply asked={call} reply={reply} {...services} />
          )}
        </div>
      )}
    </div>
  );
}

interface ActionsProps extends ChatServices {
  readonly call: ReplyCall;
  readonly title: string | undefined;
}

/** What can be done with the session or dialog that a call reads. */
function Actions({ call, title, host, abilities, strings }: ActionsProps): JSX.Element {
  const { id, dialog } = call.args;
  const isSession = call.name === 'session_resume' && typeof id === 'string';
  const place = isSession ? ['sessions', id] : typeof dialog === 'string' ? ['dialogs', dialog] : undefined;
  const { editorScheme } = abilities;
  const resume = (): Promise<void> =>
    host.say(fill(strings.resumeMessage, title ?? String(id), `session_resume ${JSON.stringify(call.args)}`));
  return (
    <div class="actions">
      {isSession && (
        <button type="button" onClick={() => void resume()}>
          {strings.resume}
        </button>
      )}
      {editorScheme !== undefined && place !== undefined && (
        <button type="button" onClick={() => void host.openLink(editorLink(editorScheme, place))}>
          {strings.openInEditor}
        </button>
      )}
    </div>
  );
}

/** The link that the extension opens, see `parseLink`. */
function editorLink(scheme: string, [source = '', name = '']: readonly string[]): string {
  const reference = `history://${source}/${encodeURIComponent(name)}`;
  return `${scheme}://mcp-history-store.mcp-history-store/open?reference=${encodeURIComponent(reference)}`;
}
