import type { JSX } from 'preact';
import { fill } from '../../protocol/format.ts';
import { messageKinds, type MessageKind } from '../../protocol/messageKinds.ts';
import type { SessionCommand, SessionPaneHeader } from '../../protocol/sessionPane.ts';
import { IconButton } from '../base/buttons.tsx';
import { Markdown } from '../base/content.tsx';
import { When } from '../base/facts.tsx';
import type { MenuItem } from '../base/menu.tsx';
import { Notice } from '../base/notices.tsx';
import { PaneActions, PaneHeader } from '../base/paneHeader.tsx';
import { FilterMenu, FilterNote } from '../messages/filterMenu.tsx';
import { SubagentFold } from './messageParts.tsx';
import { useSessionView, useSession } from './sessionServices.ts';

/** Header: title, agent and time of the session, its actions and figures. */
export function SessionHeaderView(props: SessionActionsProps & { onFold: () => void }): JSX.Element {
  const { header, onFold } = props;
  const { gone } = useSession();
  return (
    <PaneHeader
      title={header.title}
      hasMessages={header.messages > 0}
      actions={<SessionActions {...props} />}
    >
      <div class="facts">
        <Origin header={header} />
        <Counts header={header} />
      </div>
      <p class="file-path" title={header.file}>
        {header.file.replace(/^.*[\\/]/, '')}
      </p>
      <FilterNote kinds={props.kinds} onFilter={props.onFilter} />
      {gone === undefined && header.problem !== undefined && <Notice kind="warning">{header.problem}</Notice>}
      <Labels header={header} />
      {header.summary !== undefined && <Summary text={header.summary} />}
      <Commands commands={header.commands} />
      <OtherSubagents onFold={onFold} />
    </PaneHeader>
  );
}

function Origin({ header }: { header: SessionPaneHeader }): JSX.Element {
  const { strings, format } = useSession();
  const { agent, models, branch, part, archived, recovered, fetchedFrom } = header;
  return (
    <div class="counts">
      {part !== undefined && <span>{fill(strings.part, format.count(part))}</span>}
      {fetchedFrom !== undefined && (
        <span>
          <span class="codicon codicon-account" aria-hidden="true" /> {fill(strings.fetchedFrom, fetchedFrom)}
        </span>
      )}
      {agent !== '' && <span>{agent}</span>}
      {models.length > 0 && <span title={strings.models}>{models.join(', ')}</span>}
      {branch !== undefined && (
        <span title={fill(strings.branch, branch)}>
          <span class="codicon codicon-git-branch" aria-hidden="true" /> {branch}
        </span>
      )}
      {recovered !== undefined && <span>{recovered}</span>}
      {part === undefined && archived !== 'no' && (
        <span>{archived === 'wholly' ? strings.archivedWholly : strings.archivedPartly}</span>
      )}
    </div>
  );
}

const sumOf = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

function Counts({ header }: { header: SessionPaneHeader }): JSX.Element {
  const { strings, format } = useSession();
  const { messages, tools, rewound, unreadable, unknown, startTs, lastTs, reading } = header;
  const subagents = useSessionView().subagents.length;
  const counted = (count: number, one: string, many: string): string =>
    fill(count === 1 ? one : many, format.count(count));
  return (
    <div class="counts">
      {!reading && <span>{counted(messages, strings.message, strings.messages)}</span>}
      {tools > 0 && <span>{counted(tools, strings.tool, strings.tools)}</span>}
      {subagents > 0 && <span>{counted(subagents, strings.subagentCount, strings.subagentCounts)}</span>}
      {rewound > 0 && (
        <span title={strings.rewoundHint}>{counted(rewound, strings.rewound, strings.rewounds)}</span>
      )}
      {unreadable > 0 && <span>{counted(unreadable, strings.unreadable, strings.unreadables)}</span>}
      {unknown.length > 0 && (
        <UnknownKinds header={header}>
          {counted(sumOf(unknown), strings.unknown, strings.unknowns)}
        </UnknownKinds>
      )}
      {header.usage !== undefined && <span>{header.usage}</span>}
      {lastTs !== undefined && <When ts={lastTs} text={strings.lastActive} hint={strings.lastAt} />}
      {startTs !== undefined && <When ts={startTs} text={strings.began} hint={strings.beganAt} />}
    </div>
  );
}

/** Says what is not known of the session; of one whose transcript is there, its shape can be shown. */
function UnknownKinds({ header, children }: { header: SessionPaneHeader; children: string }): JSX.Element {
  const { strings, send } = useSession();
  const hint = fill(strings.unknownHint, header.unknown.map(({ kind }) => kind).join(', '));
  if (header.part !== undefined || header.recorded) return <span title={hint}>{children}</span>;
  const press = (): void => send({ type: 'command', command: 'sampleSession' });
  return (
    <button type="button" class="link-button" title={`${hint} ${strings.sampleHint}`} onClick={press}>
      {children}
    </button>
  );
}

/** People's note and tags on the session. */
function Labels({ header: { note, tags = [] } }: { header: SessionPaneHeader }): JSX.Element {
  const { strings } = useSession();
  return (
    <>
      {tags.length > 0 && <p class="labels">{fill(strings.tags, tags.join(', '))}</p>}
      {note !== undefined && (
        <p class="labels note" role="note" aria-label={strings.note}>
          {note}
        </p>
      )}
    </>
  );
}

/** Summary of the session by a model or agent. */
function Summary({ text }: { text: string }): JSX.Element {
  const { strings } = useSession();
  return (
    <details class="aside" open>
      <summary>{strings.summary}</summary>
      <div class="aside-summary" tabIndex={0} role="group" aria-label={strings.summary}>
        <Markdown text={text} />
      </div>
    </details>
  );
}

/** Commands for the agent's program, which are not part of the conversation. */
function Commands({ commands }: { commands: readonly string[] }): JSX.Element | null {
  const { strings, format } = useSession();
  if (commands.length === 0) return null;
  return (
    <details class="aside">
      <summary>
        {strings.commands} <span class="badge">{format.count(commands.length)}</span>
      </summary>
      <ul class="commands" tabIndex={0} aria-label={strings.commands}>
        {commands.map((command, index) => (
          <li key={index}>
            <code>{command}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Subagents that no tool call refers to. */
function OtherSubagents({ onFold }: { onFold: () => void }): JSX.Element | null {
  const { strings, format } = useSession();
  const others = useSessionView().subagents.filter(({ called }) => !called);
  if (others.length === 0) return null;
  return (
    <details class="aside">
      <summary>
        {strings.otherSubagents} <span class="badge">{format.count(others.length)}</span>
      </summary>
      <div class="aside-subagents" tabIndex={0} role="group" aria-label={strings.otherSubagents}>
        {others.map(({ agentId }) => (
          <SubagentFold key={agentId} agentId={agentId} onFold={onFold} />
        ))}
      </div>
    </details>
  );
}

export interface SessionActionsProps {
  readonly header: SessionPaneHeader;
  readonly onFind: () => void;
  readonly kinds: readonly MessageKind[];
  readonly onFilter: (kinds: readonly MessageKind[]) => void;
}

/** Actions of a session or archive. */
function SessionActions({ header, kinds, onFind, onFilter }: SessionActionsProps): JSX.Element {
  const { strings, send } = useSession();
  const item = (command: SessionCommand, label: string): MenuItem => ({
    label,
    run: () => send({ type: 'command', command }),
  });
  const isSession = header.part === undefined;
  const canArchive = header.editable && isSession && !header.recorded && header.archived !== 'wholly';
  const markdown = item('openMarkdown', strings.openMarkdown);
  return (
    <PaneActions
      label={strings.actions}
      main={isSession ? item('resumeSession', strings.resumeSession) : markdown}
      more={[
        ...(isSession
          ? [item('continueIn', strings.continueIn), item('copyHistory', strings.copyHistory)]
          : []),
        item('copyLink', strings.copyLink),
        ...(header.editable && isSession ? [item('share', strings.share)] : []),
        ...(canArchive ? [item('archiveSession', strings.archiveSession)] : []),
        ...(header.editable && isSession ? [item('importSession', strings.importSession)] : []),
        ...(header.editable ? [item('summarize', strings.summarize)] : []),
        ...(isSession ? [markdown] : []),
        { label: strings.copyAll, run: () => send({ type: 'copyMarkdown' }) },
        item('reveal', strings.revealFile),
        item('copyPath', strings.copyPath),
      ]}
    >
      <IconButton icon="search" label={strings.find} onPress={onFind} />
      <FilterMenu {...{ kinds, onFilter }} offered={messageKinds} />
    </PaneActions>
  );
}
