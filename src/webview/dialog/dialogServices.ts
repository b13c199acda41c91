import type { DialogPaneAction } from '../../protocol/dialogPane.ts';
import type { DialogPaneStrings } from '../../protocol/dialogPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';
import { markdownBodies } from '../markdown/messageBodies.ts';

/** The frame of the dialog pane, and what every part of it works with. */
export const { Frame: DialogFrame, usePane: useDialogPane } = definePane<DialogPaneStrings, DialogPaneAction>(
  markdownBodies,
);
