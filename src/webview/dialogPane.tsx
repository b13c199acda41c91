// The program of the dialog pane, in the page that `panePage` of the protocol makes.
import { render } from 'preact';
import type { DialogPaneAction, DialogPaneMemory } from '../protocol/dialogPane.ts';
import {
  isDialogPaneFailure,
  isDialogPaneState,
  parseDialogPaneMemory,
} from '../protocol/dialogPaneMessages.ts';
import { connectHost, paneRoot } from './base/host.ts';
import { DialogModel } from './dialog/dialogModel.ts';
import { DialogView } from './dialog/dialogView.tsx';
import './styles/pane.css';
import './styles/summary.css';
import './styles/failure.css';
import './styles/find.css';

const root = paneRoot();
const host = connectHost<DialogPaneAction, DialogPaneMemory>(parseDialogPaneMemory);
const model = new DialogModel(host);

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (isDialogPaneState(data)) model.receive(data);
  else if (!isDialogPaneFailure(data)) return;
  render(<DialogView model={model} content={data} host={host} />, root);
});

host.send({ type: 'ready' });
