import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpenRun, OpenSubagent, PaneSubagent, SessionPaneAction } from '../../protocol/sessionPane.ts';
import type { SessionPaneStrings } from '../../protocol/sessionPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';
import { markdownBodies } from '../markdown/messageBodies.ts';

/** The frame of the session pane, and what every part of it works with. */
export const { Frame: SessionFrame, usePane: useSession } = definePane<SessionPaneStrings, SessionPaneAction>(
  markdownBodies,
);

/** What the reader sees of the session at the moment. */
export interface SessionLook {
  readonly folds: Map<string, boolean>;
  /** Whether thoughts are shown. */
  readonly thoughts: boolean;
  readonly subagents: readonly PaneSubagent[];
  readonly open: readonly OpenSubagent[];
  /** The unfolded runs of tool calls. */
  readonly runs: readonly OpenRun[];
  /** What is looked for; empty for nothing. */
  readonly query: string;
  /** The message of the match the reader is at. */
  readonly current: number | undefined;
}

export const LookContext = createContext<SessionLook | undefined>(undefined);

/** What the reader sees of the session around a component. */
export function useLook(): SessionLook {
  const look = useContext(LookContext);
  if (look === undefined) throw new Error('A part of the session pane was rendered outside of it');
  return look;
}
