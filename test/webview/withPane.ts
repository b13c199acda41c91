import { withPanePage, type PageOptions, type PanePage } from './panePage.ts';
import { ScriptedExtension, type ScriptedDialog } from './scriptedExtension.ts';

export interface PaneOptions extends ScriptedDialog, PageOptions {}

export interface OpenPane extends PanePage {
  readonly extension: ScriptedExtension;
}

/** Opens the pane on a dialog, in a page of its own, for the time of `use`. */
export function withPane<T>(options: PaneOptions, use: (pane: OpenPane) => Promise<T>): Promise<T> {
  return withPanePage('dialog', options, (post) => new ScriptedExtension(options, post), use);
}
