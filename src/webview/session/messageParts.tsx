import type { JSX } from 'preact';
import type { SessionPaneMessage } from '../../protocol/sessionPane.ts';
import { Markdown } from '../base/markdownView.tsx';
import { Media } from './media.tsx';
import { useLook, useSession } from './sessionServices.ts';
import { ToolCall } from './toolCall.tsx';

interface MessagePartsProps {
  readonly message: SessionPaneMessage;
  readonly found: boolean;
  readonly onFold: () => void;
}

/** What a message holds besides its text: pictures and tool calls. */
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

/** What the agent thought, while thoughts are shown; where it did nothing else, that there is something. */
export function Thoughts({ message }: { message: SessionPaneMessage }): JSX.Element | null {
  const { strings } = useSession();
  const shown = useLook().thoughts;
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
