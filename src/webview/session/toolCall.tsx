import type { JSX } from 'preact';
import type { PaneToolCall } from '../../protocol/sessionPane.ts';
import { fill } from '../../protocol/format.ts';
import { Code } from './code.tsx';
import { EditDiff } from './editDiff.tsx';
import { Fold } from './fold.tsx';
import { Media } from './media.tsx';
import { useLook, useSession } from './sessionServices.ts';
import { SubagentFold } from './subagentFold.tsx';

interface ToolCallProps {
  readonly call: PaneToolCall;
  /** Its message is the one the reader was taken to because of what is looked for. */
  readonly found: boolean;
  readonly onFold: () => void;
}

const icons = { success: 'tools', error: 'error', cancelled: 'circle-slash', pending: 'watch' } as const;

/** A tool call, folded: what was called and for what; unfolded what it changed, was given and gave back. */
export function ToolCall({ call, found, onFold }: ToolCallProps): JSX.Element {
  const { strings } = useSession();
  const { subagents } = useLook();
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

/** Whether what is looked for is in the call. */
function useHolds({ name, hint, args, result = '', edits }: PaneToolCall): boolean {
  const { query } = useLook();
  if (query === '') return false;
  const words = [name, hint, args, result, ...edits.map((edit) => Object.values(edit).join('\n'))];
  return words.join('\n').toLowerCase().includes(query.toLowerCase());
}

const languageOf = (text: string): string => (/^\s*[[{]/.test(text) ? 'json' : '');
