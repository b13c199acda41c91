import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpenRun, OpenSubagent, PaneSubagent, SessionPaneAction } from '../../protocol/sessionPane.ts';
import type { SessionPaneStrings } from '../../protocol/sessionPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';
import { markdownBodies } from '../markdown/messageBodies.ts';

/** Frame and services of the session pane. */
export const { Frame: SessionFrame, usePane: useSession } = definePane<SessionPaneStrings, SessionPaneAction>(
  markdownBodies,
);

/** What is currently displayed of the session. */
export interface SessionViewState {
  /** The agent; empty if unknown. */
  readonly agent: string;
  /** Whether answers come from several models. */
  readonly severalModels: boolean;
  /** Whether it is a session, and no kept part of one. */
  readonly isSession: boolean;
  readonly folds: Map<string, boolean>;
  /** Whether thoughts are shown. */
  readonly thoughts: boolean;
  readonly subagents: readonly PaneSubagent[];
  readonly open: readonly OpenSubagent[];
  /** The expanded runs of tool calls. */
  readonly runs: readonly OpenRun[];
  /** The search text; empty for none. */
  readonly query: string;
  /** The message with the current match. */
  readonly current: number | undefined;
}

export const SessionViewContext = createContext<SessionViewState | undefined>(undefined);

/** Returns what is displayed of the session around a component. */
export function useSessionView(): SessionViewState {
  const view = useContext(SessionViewContext);
  if (view === undefined) throw new Error('A part of the session pane was rendered outside of it');
  return view;
}
