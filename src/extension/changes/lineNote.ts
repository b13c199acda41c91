import {
  Range,
  ThemeColor,
  window,
  workspace,
  type LogOutputChannel,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import type { Attribution } from '../../insight/changes/types.ts';
import { logError } from '../base/notices.ts';
import { Disposable } from '../base/disposable.ts';
import { projectOfFile } from './fileTarget.ts';
import { LineHover } from './lineHover.ts';
import type { ChangeServices } from './historyPick.ts';
import { writingInShort } from './writing.ts';

/** How long the cursor must rest on a line, and typing pause, before the note appears. Milliseconds. */
const [restMs, typedMs] = [120, 700];
/** How long data of a text stays valid, since sessions continue, and while some are unread. Milliseconds. */
const [freshMs, unreadMs] = [6_000, 2_000];
/** Longer documents have no notes. Characters. */
const longest = 2_000_000;

/** The authors of a text's lines. */
interface Known {
  readonly version: number;
  readonly lines: readonly (Attribution | undefined)[];
  /** Milliseconds. */
  readonly until: number;
}

interface NoteServices extends ChangeServices {
  readonly log: LogOutputChannel;
}

/** Shows at the end of the cursor's line which session wrote it. Costs nothing while disabled. */
export class LineNote extends Disposable {
  readonly #services: NoteServices;
  readonly #known = new WeakMap<TextDocument, Known>();
  readonly #asked = new WeakSet<TextDocument>();
  readonly #decoration = this._register(
    window.createTextEditorDecorationType({
      after: { margin: '0 0 0 3em', color: new ThemeColor('historyStore.lineNoteForeground') },
    }),
  );
  #timer: NodeJS.Timeout | undefined;
  #shown: { readonly editor: TextEditor; readonly line: number; readonly text: string } | undefined;

  constructor(services: NoteServices) {
    super();
    this.#services = services;
    this._register({ dispose: () => clearTimeout(this.#timer) });
    this._register(window.onDidChangeActiveTextEditor(() => this.#soon(restMs)));
    this._register(window.onDidChangeTextEditorSelection(({ textEditor }) => this.#moved(textEditor)));
    this._register(workspace.onDidChangeTextDocument(({ document }) => this.#changed(document)));
    const lineAt = (document: TextDocument, line: number) => this.#attribution(document, line);
    this._register(new LineHover(services, lineAt));
    this.#soon(0);
  }

  #moved(editor: TextEditor): void {
    if (editor !== window.activeTextEditor) return;
    const isSame = this.#shown?.editor === editor && this.#shown.line === editor.selection.active.line;
    if (!isSame) this.#soon(restMs);
  }

  #changed(document: TextDocument): void {
    if (document === window.activeTextEditor?.document) this.#soon(typedMs);
  }

  /** Removes the note and schedules that of the cursor's line. */
  #soon(ms: number): void {
    this.#clear();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onTime(), ms);
  }

  #onTime(): void {
    this.#timer = undefined;
    this.#show();
  }

  #clear(): void {
    this.#shown?.editor.setDecorations(this.#decoration, []);
    this.#shown = undefined;
  }

  #show(): void {
    const editor = window.activeTextEditor;
    if (this.disposed || editor === undefined) return;
    const { document, selection } = editor;
    const now = this.#services.clock.now();
    const known = this.#known.get(document);
    if (known?.version !== document.version || known.until < now) this.#ask(document);
    const { line } = selection.active;
    const attribution = this.#attribution(document, line);
    const text = attribution && writingInShort(attribution, now);
    if (text === this.#shown?.text && line === this.#shown?.line) return;
    this.#clear();
    if (text === undefined) return;
    const { end } = document.lineAt(line).range;
    const after = { contentText: text };
    editor.setDecorations(this.#decoration, [{ range: new Range(end, end), renderOptions: { after } }]);
    this.#shown = { editor, line, text };
  }

  /** Returns who wrote the current version of a line, if known. */
  #attribution(document: TextDocument, line: number): Attribution | undefined {
    const known = this.#known.get(document);
    return known?.version === document.version ? known.lines[line] : undefined;
  }

  /** Requests the authors of all lines of a text, and shows the note once they are known. */
  #ask(document: TextDocument): void {
    const { clock, log } = this.#services;
    const project = projectOfFile(this.#services.projects, document.uri);
    if (project === undefined || this.#asked.has(document)) return;
    const { version } = document;
    const know = (lines: Known['lines'], until: number): void => {
      this.#known.set(document, { version, lines, until });
    };
    const text = document.getText();
    if (text.length > longest) {
      know([], Infinity);
      return;
    }
    this.#asked.add(document);
    void project.changes
      .lines(project.workspace, document.uri.fsPath, text)
      .then(({ lines, waiting }) => {
        know(lines, clock.now() + (waiting > 0 ? unreadMs : freshMs));
        return waiting > 0 ? unreadMs : undefined;
      })
      .catch((error: unknown) => {
        logError(error, log);
        know([], clock.now() + freshMs);
      })
      .then((againMs) => {
        this.#asked.delete(document);
        this.#answered(document, againMs ?? undefined);
      });
  }

  #answered(document: TextDocument, againMs: number | undefined): void {
    if (this.disposed || document !== window.activeTextEditor?.document) return;
    if (this.#timer === undefined) this.#show();
    if (againMs !== undefined) this.#timer ??= setTimeout(() => this.#onTime(), againMs);
  }
}
