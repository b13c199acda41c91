import type { MemoryPaneAction } from '../../protocol/memoryPane.ts';
import type { MemoryPaneStrings } from '../../protocol/memoryPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';
import { markdownBodies } from '../markdown/messageBodies.ts';

/** The frame of the memory pane, and what every part of it works with. */
export const { Frame: MemoryFrame, usePane: useMemoryPane } = definePane<MemoryPaneStrings, MemoryPaneAction>(
  markdownBodies,
);
