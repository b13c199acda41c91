import { isDialogPaneContent, parseDialogPaneMemory } from '../protocol/dialogPane.ts';
import { connectHost, showPane } from './base/host.ts';
import { DialogModel, type DialogHost } from './dialog/dialogModel.ts';
import { DialogView } from './dialog/dialogView.tsx';
import { startHighlighting } from './find/searchHighlight.ts';
import './styles/pane.css';
import './styles/summary.css';
import './styles/failure.css';
import './styles/find.css';

const host: DialogHost = connectHost(parseDialogPaneMemory);
const model = new DialogModel(host);

startHighlighting(() => host.send({ type: 'unlight' }));
showPane(isDialogPaneContent, (content) => {
  if (content.type === 'state') model.receive(content);
  return <DialogView model={model} content={content} host={host} />;
});

model.begin();
