import type { BriefPaneAction } from '../../protocol/briefPane.ts';
import type { BriefPaneStrings } from '../../protocol/briefPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';

/** Frame and services of the brief pane. */
export const { Frame: BriefFrame, usePane: useBriefPane } = definePane<BriefPaneStrings, BriefPaneAction>();
