import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpenSubagent, PaneSubagent, SessionPaneAction } from '../../protocol/sessionPane.ts';
import type { SessionPaneStrings } from '../../protocol/sessionPaneStrings.ts';
import type { ContentServices } from '../contentContext.ts';

/** What every part of the session pane works with. */
export interface SessionServices extends ContentServices {
  readonly strings: SessionPaneStrings;
  readonly send: (action: SessionPaneAction) => void;
}

/** What the reader sees of the session at the moment. */
export interface SessionLook {
  readonly folds: Map<string, boolean>;
  /** Whether thoughts are shown. */
  readonly thoughts: boolean;
  readonly subagents: readonly PaneSubagent[];
  readonly open: readonly OpenSubagent[];
  /** What is looked for; empty for nothing. */
  readonly query: string;
  /** The message of the match the reader is at. */
  readonly current: number | undefined;
}

export const SessionContext = createContext<SessionServices | undefined>(undefined);
export const LookContext = createContext<SessionLook | undefined>(undefined);

/** The services of the session pane around a component. */
export function useSession(): SessionServices {
  return present(useContext(SessionContext));
}

/** What the reader sees of the session around a component. */
export function useLook(): SessionLook {
  return present(useContext(LookContext));
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A part of the session pane was rendered outside of it');
  return value;
}
