import { Range, TextEditorRevealType, ThemeColor, window, type Uri } from 'vscode';
import type { LineRange } from '../../insight/changes/types.ts';
import { Disposable } from '../base/disposable.ts';

/** Highlights lines of a file in all its editors until disposed. */
export class Highlight extends Disposable {
  readonly #uri: string;
  readonly #decoration = this._register(
    window.createTextEditorDecorationType({
      backgroundColor: new ThemeColor('editor.rangeHighlightBackground'),
      borderColor: new ThemeColor('editor.rangeHighlightBorder'),
      isWholeLine: true,
    }),
  );

  constructor(uri: Uri) {
    super();
    this.#uri = uri.toString();
  }

  show(lines: readonly LineRange[]): void {
    const ranges = lines.map(([from, to]) => new Range(from - 1, 0, to - 1, 0));
    const [first] = ranges;
    for (const editor of window.visibleTextEditors) {
      if (editor.document.uri.toString() !== this.#uri) continue;
      editor.setDecorations(this.#decoration, ranges);
      if (first) editor.revealRange(first, TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
}
