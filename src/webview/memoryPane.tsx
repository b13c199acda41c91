import { isMemoryPaneContent, parseMemoryPaneMemory } from '../protocol/memoryPane.ts';
import { connectHost, showPane } from './base/host.ts';
import { startHighlighting } from './find/searchHighlight.ts';
import { MemoryView, type MemoryHost } from './memory/memoryView.tsx';
import './styles/pane.css';
import './styles/summary.css';
import './styles/failure.css';
import './styles/find.css';
import './styles/context.css';
import './styles/memory.css';

const host: MemoryHost = connectHost(parseMemoryPaneMemory);

startHighlighting(() => host.send({ type: 'unlight' }));
showPane(isMemoryPaneContent, (content) => {
  host.remember({ ...host.recall(), ...content.resource });
  return <MemoryView content={content} host={host} />;
});

host.send({ type: 'ready' });
