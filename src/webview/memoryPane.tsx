import { isMemoryPaneContent, parseMemoryPaneMemory } from '../protocol/memoryPane.ts';
import { connectHost, showPane } from './base/host.ts';
import { MemoryView, type MemoryHost } from './memory/memoryView.tsx';
import './styles/pane.css';
import './styles/summary.css';
import './styles/failure.css';
import './styles/context.css';
import './styles/memory.css';

const host: MemoryHost = connectHost(parseMemoryPaneMemory);

showPane(isMemoryPaneContent, (content) => {
  host.remember(content.resource);
  return <MemoryView content={content} host={host} />;
});

host.send({ type: 'ready' });
