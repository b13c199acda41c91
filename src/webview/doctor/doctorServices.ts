import type { DoctorPaneAction } from '../../protocol/doctorPane.ts';
import type { DoctorPaneStrings } from '../../protocol/doctorPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';

/** Frame and services of the doctor pane. */
export const { Frame: DoctorFrame, usePane: useDoctorPane } = definePane<
  DoctorPaneStrings,
  DoctorPaneAction
>();
