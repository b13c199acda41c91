// The program of the session pane.
import { render } from 'preact';
import type { SessionPaneAction, SessionPaneMemory } from '../protocol/sessionPane.ts';
import { isSessionPaneState, parseSessionPaneMemory } from '../protocol/sessionPaneMessages.ts';
import { connectHost, paneRoot } from './base/host.ts';
import { SessionModel } from './session/sessionModel.ts';
import { SessionView } from './session/sessionView.tsx';
import './styles/pane.css';
import './styles/find.css';
import './styles/session.css';
import './styles/tools.css';

const root = paneRoot();
const host = connectHost<SessionPaneAction, SessionPaneMemory>(parseSessionPaneMemory);
const model = new SessionModel(host);

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isSessionPaneState(data)) return;
  model.receive(data);
  render(<SessionView model={model} state={data} host={host} />, root);
});

host.send({ type: 'ready' });
