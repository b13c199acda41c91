import { isSessionPaneState, parseSessionPaneMemory } from '../protocol/sessionPane.ts';
import { connectHost, showPane } from './base/host.ts';
import { startHighlighting } from './find/searchHighlight.ts';
import { SessionModel, type SessionHost } from './session/sessionModel.ts';
import { SessionView } from './session/sessionView.tsx';
import './styles/pane.css';
import './styles/find.css';
import './styles/session.css';
import './styles/tools.css';

const host: SessionHost = connectHost(parseSessionPaneMemory);
const model = new SessionModel(host);

startHighlighting(() => host.send({ type: 'unlight' }));
showPane(isSessionPaneState, (state) => {
  model.receive(state);
  return <SessionView model={model} state={state} host={host} />;
});

model.begin();
