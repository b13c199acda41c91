import type { InsightPaneAction } from '../../protocol/insightPane.ts';
import type { InsightPaneStrings } from '../../protocol/insightPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';

/** The frame of the insight pane, and what every part of it works with. */
export const { Frame: InsightFrame, usePane: useInsightPane } = definePane<
  InsightPaneStrings,
  InsightPaneAction
>();
