import type { ContextPaneAction } from '../../protocol/contextPane.ts';
import type { ContextPaneStrings } from '../../protocol/contextPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';
import { markdownBodies } from '../markdown/messageBodies.ts';

/** The frame of the context pane, and what every part of it works with. */
export const { Frame: ContextFrame, usePane: useContextPane } = definePane<
  ContextPaneStrings,
  ContextPaneAction
>(markdownBodies);
