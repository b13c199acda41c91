import { isContextPaneContent, parseContextPaneMemory } from '../protocol/contextPane.ts';
import { connectHost, showPane } from './base/host.ts';
import { ContextModel, type ContextHost } from './context/contextModel.ts';
import { ContextView } from './context/contextView.tsx';
import { startHighlighting } from './find/searchHighlight.ts';
import './styles/pane.css';
import './styles/summary.css';
import './styles/failure.css';
import './styles/find.css';
import './styles/context.css';
import './styles/preview.css';
import './styles/tabs.css';
import './styles/exact.css';

const host: ContextHost = connectHost(parseContextPaneMemory);
const model = new ContextModel(host);

startHighlighting(() => host.send({ type: 'unlight' }));
showPane(isContextPaneContent, (content) => {
  model.receive(content);
  return <ContextView model={model} content={content} host={host} />;
});

model.begin();
