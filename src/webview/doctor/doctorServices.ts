import type { DoctorPaneAction } from '../../protocol/doctorPane.ts';
import type { DoctorPaneStrings } from '../../protocol/doctorPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';

/** The frame of the doctor pane, and what every part of it works with. */
export const { Frame: DoctorFrame, usePane: useDoctorPane } = definePane<
  DoctorPaneStrings,
  DoctorPaneAction
>();
