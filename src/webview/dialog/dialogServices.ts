import type { DialogPaneAction } from '../../protocol/dialogPane.ts';
import type { DialogPaneStrings } from '../../protocol/dialogPaneStrings.ts';
import { definePane } from '../base/paneFrame.tsx';
import { markdownBodies } from '../markdown/messageBodies.ts';

/** Frame and services of the dialog pane. */
export const { Frame: DialogFrame, usePane: useDialogPane } = definePane<DialogPaneStrings, DialogPaneAction>(
  markdownBodies,
);
