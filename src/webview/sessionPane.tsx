// The program of the session pane, in a page like that of the dialog pane, with sessionPane.css in the place of
// dialogPane.css. Its policy lets pictures in `data:` in, which only `Media` makes.
import { render } from 'preact';
import type { SessionPaneAction, SessionPaneMemory } from '../protocol/sessionPane.ts';
import { isSessionPaneState, parseSessionPaneMemory } from '../protocol/sessionPaneMessages.ts';
import { SessionModel } from './session/sessionModel.ts';
import { SessionView } from './session/sessionView.tsx';
import { connectHost, paneRoot } from './base/vscodeApi.ts';

const root = paneRoot();
const host = connectHost<SessionPaneAction, SessionPaneMemory>(parseSessionPaneMemory);
const model = new SessionModel(host);

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isSessionPaneState(data)) return;
  model.receive(data);
  render(<SessionView model={model} state={data} host={host} />, root);
});

host.send({ type: 'ready' });
