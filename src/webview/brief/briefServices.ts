import type { BriefPaneAction } from '../../protocol/briefPane.ts';
import type { BriefPaneStrings } from '../../protocol/briefPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';

/** The frame of the pane of briefs, and what every part of it works with. */
export const { Frame: BriefFrame, usePane: useBriefPane } = definePane<BriefPaneStrings, BriefPaneAction>();
