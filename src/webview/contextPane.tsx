// The program of the context pane, in a page like that of the dialog pane, with contextPane.css in the place of
// dialogPane.css and under the same policy.
import { render } from 'preact';
import type { ContextPaneAction, ContextPaneMemory } from '../protocol/contextPane.ts';
import {
  isContextPaneFailure,
  isContextPaneState,
  parseContextPaneMemory,
} from '../protocol/contextPaneMessages.ts';
import { ContextModel } from './context/contextModel.ts';
import { ContextView } from './context/contextView.tsx';
import { connectHost, paneRoot } from './base/vscodeApi.ts';

const root = paneRoot();
const host = connectHost<ContextPaneAction, ContextPaneMemory>(parseContextPaneMemory);
const model = new ContextModel(host);

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isContextPaneState(data) && !isContextPaneFailure(data)) return;
  model.receive(data);
  render(<ContextView model={model} content={data} host={host} />, root);
});

model.begin();
