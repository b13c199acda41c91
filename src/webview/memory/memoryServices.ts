import type { MemoryPaneAction } from '../../protocol/memoryPane.ts';
import type { MemoryPaneStrings } from '../../protocol/memoryPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';
import { markdownBodies } from '../markdown/messageBodies.ts';

/** Frame and services of the memory pane. */
export const { Frame: MemoryFrame, usePane: useMemoryPane } = definePane<MemoryPaneStrings, MemoryPaneAction>(
  markdownBodies,
);
