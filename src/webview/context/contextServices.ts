import type { ContextPaneAction } from '../../protocol/contextPane.ts';
import type { ContextPaneStrings } from '../../protocol/contextPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';
import { markdownBodies } from '../markdown/messageBodies.ts';

/** Frame and services of the context pane. */
export const { Frame: ContextFrame, usePane: useContextPane } = definePane<
  ContextPaneStrings,
  ContextPaneAction
>(markdownBodies);
