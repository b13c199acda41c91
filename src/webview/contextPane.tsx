// The program of the context pane.
import { render } from 'preact';
import type { ContextPaneAction, ContextPaneMemory } from '../protocol/contextPane.ts';
import {
  isContextPaneFailure,
  isContextPaneState,
  parseContextPaneMemory,
} from '../protocol/contextPaneMessages.ts';
import { connectHost, paneRoot } from './base/host.ts';
import { ContextModel } from './context/contextModel.ts';
import { ContextView } from './context/contextView.tsx';
import './styles/pane.css';
import './styles/summary.css';
import './styles/failure.css';
import './styles/find.css';
import './styles/context.css';
import './styles/preview.css';

const root = paneRoot();
const host = connectHost<ContextPaneAction, ContextPaneMemory>(parseContextPaneMemory);
const model = new ContextModel(host);

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isContextPaneState(data) && !isContextPaneFailure(data)) return;
  model.receive(data);
  render(<ContextView model={model} content={data} host={host} />, root);
});

model.begin();
