// The program of the dialog pane. It runs in a page whose body holds `<div id="root"></div>` and this script, with
// codicon.css and dialogPane.css from the same folder as stylesheets, under a policy without inline scripts and styles:
//
//   default-src 'none'; style-src ${cspSource}; font-src ${cspSource}; img-src ${cspSource}; script-src 'nonce-…'
import { render } from 'preact';
import type { DialogPaneAction, DialogPaneMemory } from '../protocol/dialogPane.ts';
import {
  isDialogPaneFailure,
  isDialogPaneState,
  parseDialogPaneMemory,
} from '../protocol/dialogPaneMessages.ts';
import { Pane } from './dialog/dialogView.tsx';
import { PaneModel } from './dialog/dialogModel.ts';
import { connectHost, paneRoot } from './base/vscodeApi.ts';

const root = paneRoot();
const host = connectHost<DialogPaneAction, DialogPaneMemory>(parseDialogPaneMemory);
const model = new PaneModel(host);

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (isDialogPaneState(data)) model.receive(data);
  else if (!isDialogPaneFailure(data)) return;
  render(<Pane model={model} content={data} host={host} />, root);
});

host.send({ type: 'ready' });
