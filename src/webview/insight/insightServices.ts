import type { InsightPaneAction } from '../../protocol/insightPane.ts';
import type { InsightPaneStrings } from '../../protocol/insightPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';

/** Frame and services of the insight pane. */
export const { Frame: InsightFrame, usePane: useInsightPane } = definePane<
  InsightPaneStrings,
  InsightPaneAction
>();
