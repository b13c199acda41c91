import type { DialogPaneAction, DialogPaneMemory } from '../protocol/dialogPane.ts';
import { parseDialogPaneMemory } from '../protocol/dialogPaneMessages.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The way out of the pane: actions to the extension, and the memory that survives a reload. */
export interface Host {
  send(action: DialogPaneAction): void;
  recall(): DialogPaneMemory | undefined;
  remember(memory: DialogPaneMemory): void;
}

/** Connects to the editor; possible once per page. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  return {
    send: (action) => api.postMessage(action),
    recall: () => parseDialogPaneMemory(api.getState()),
    remember: (memory) => api.setState(memory),
  };
}
