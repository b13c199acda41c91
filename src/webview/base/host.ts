import { render, type VNode } from 'preact';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Sends actions to the extension and saves the state that survives a reload. */
export interface Host<Action, Memory> {
  send(action: Action): void;
  recall(): Memory | undefined;
  remember(memory: Memory): void;
}

/** Connects to the editor; possible once per page. `parseMemory` parses what an earlier page saved. */
export function connectHost<Action, Memory>(
  parseMemory: (value: unknown) => Memory | undefined,
): Host<Action, Memory> {
  const api = acquireVsCodeApi();
  return {
    send: (action) => api.postMessage(action),
    recall: () => parseMemory(api.getState()),
    remember: (memory) => api.setState(memory),
  };
}

/** Renders the pane for every content from the extension, ignoring other messages. */
export function showPane<Content>(
  isContent: (message: unknown) => message is Content,
  view: (content: Content) => VNode,
): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page of a pane needs an element with the id "root"');
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isContent(data)) render(view(data), root);
  });
}
