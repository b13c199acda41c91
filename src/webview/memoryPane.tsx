// The program of the memory pane.
import { render } from 'preact';
import type { MemoryPaneAction, MemoryPaneMemory } from '../protocol/memoryPane.ts';
import {
  isMemoryPaneFailure,
  isMemoryPaneState,
  parseMemoryPaneMemory,
} from '../protocol/memoryPaneMessages.ts';
import { connectHost, paneRoot } from './base/host.ts';
import { MemoryView } from './memory/memoryView.tsx';
import './styles/pane.css';
import './styles/summary.css';
import './styles/failure.css';
import './styles/context.css';
import './styles/memory.css';

const root = paneRoot();
const host = connectHost<MemoryPaneAction, MemoryPaneMemory>(parseMemoryPaneMemory);

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isMemoryPaneState(data) && !isMemoryPaneFailure(data)) return;
  host.remember(data.resource);
  render(<MemoryView content={data} host={host} />, root);
});

host.send({ type: 'ready' });
