import type { JSX } from 'preact';
import type { SessionPaneMessage } from '../../protocol/sessionPane.ts';
import { useSession } from './sessionServices.ts';

const icons = { info: 'info', warning: 'warning', error: 'error', interrupted: 'debug-stop' } as const;

interface SessionNoticeProps {
  readonly message: SessionPaneMessage;
  readonly newDay: boolean;
}

/** What the agent's program said, and where the person stopped it: one quiet line. */
export function SessionNotice({ message, newDay }: SessionNoticeProps): JSX.Element {
  const { strings, format } = useSession();
  const { level = 'info', text, ts } = message;
  return (
    <>
      {newDay && <div class="day">{format.day(ts)}</div>}
      <div class={`session-notice notice-${level}`}>
        <span class={`codicon codicon-${icons[level]}`} aria-hidden="true" />
        <p>{level === 'interrupted' ? strings.interrupted : text}</p>
        <span class="time">{format.time(ts)}</span>
      </div>
    </>
  );
}
