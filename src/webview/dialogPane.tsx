import { isDialogPaneContent, parseDialogPaneMemory } from '../protocol/dialogPane.ts';
import { connectHost, showPane } from './base/host.ts';
import { DialogModel, type DialogHost } from './dialog/dialogModel.ts';
import { DialogView } from './dialog/dialogView.tsx';
import './styles/pane.css';
import './styles/summary.css';
import './styles/failure.css';
import './styles/find.css';

const host: DialogHost = connectHost(parseDialogPaneMemory);
const model = new DialogModel(host);

showPane(isDialogPaneContent, (content) => {
  if (content.type === 'state') model.receive(content);
  return <DialogView model={model} content={content} host={host} />;
});

host.send({ type: 'ready' });
