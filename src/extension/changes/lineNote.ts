import {
  Range,
  ThemeColor,
  window,
  workspace,
  type LogOutputChannel,
  type TextDocument,
  type TextEditor,
  Hover,
  l10n,
  languages,
  MarkdownString,
  type HoverProvider,
  type Position,
} from 'vscode';
import type { Attribution } from '../../insight/changes/types.ts';
import { logError, dateTime } from '../base/notices.ts';
import { Disposable } from '../base/disposable.ts';
import { projectOfFile } from './fileTarget.ts';
import type { ChangeServices } from './historyPick.ts';
import { writingInShort, requestOf, titleOf } from './writing.ts';
import { FactsOfSession } from '../../history/facts/sessionFacts.ts';
import type { Project } from '../base/project.ts';
import { sourceIcon, sourceName } from '../sessions/agents.ts';

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

/** Maximum characters of a displayed request. */
const longestRequest = 4_000;

type LineAt = (document: TextDocument, line: number) => Attribution | undefined;

/** Shows details at the end of a line with a note: on hover, or by *Show Hover* with the cursor there. */
class LineHover extends Disposable implements HoverProvider {
  readonly #services: ChangeServices;
  readonly #lineAt: LineAt;
  /** The request last read. */
  #request = { reference: '', text: '' };

  /** `lineAt` returns what a line's note is about. */
  constructor(services: ChangeServices, lineAt: LineAt) {
    super();
    this.#services = services;
    this.#lineAt = lineAt;
    this._register(languages.registerHoverProvider({ scheme: 'file' }, this));
  }

  async provideHover(document: TextDocument, { line, character }: Position): Promise<Hover | undefined> {
    const editor = window.activeTextEditor;
    if (editor?.document !== document || editor.selection.active.line !== line) return undefined;
    const { end } = document.lineAt(line).range;
    const attribution = character === end.character ? this.#lineAt(document, line) : undefined;
    const project = attribution && projectOfFile(this.#services.projects, document.uri);
    if (project === undefined || attribution === undefined) return undefined;
    if (this.#request.reference !== attribution.reference) {
      const text = await wholeRequest(project, attribution);
      this.#request = { reference: attribution.reference, text };
    }
    const text = hoverText(attribution, this.#request.text, {
      folder: project.root,
      file: document.uri.fsPath,
    });
    return new Hover(text, new Range(end, end));
  }
}

/** Returns the complete request, of which the index has only the beginning. */
async function wholeRequest({ sessions, workspace }: Project, writing: Attribution): Promise<string> {
  const { session, asked } = writing;
  try {
    const { messages } = await sessions.read(await sessions.find(workspace, session));
    const facts = new FactsOfSession();
    for (const message of messages.slice(asked - 1, asked)) facts.add(message);
    return facts.facts.requests[0]?.text ?? requestOf(writing);
  } catch {
    return requestOf(writing); // the session is gone; its known data remains
  }
}

function hoverText(
  writing: Attribution,
  request: string,
  { folder, file }: { readonly folder: string; readonly file: string },
): MarkdownString {
  const { agent, time, reference, session, asked } = writing;
  const text = new MarkdownString('', true);
  const openReference = 'historyStore.openReference';
  const showChange = 'historyStore.showChange';
  const toggle = 'historyStore.toggleLineHistory';
  text.isTrusted = { enabledCommands: [openReference, showChange, toggle] };
  const link = (label: string, command: string, argument: unknown): string =>
    `[${label}](command:${command}?${encodeURIComponent(JSON.stringify([argument]))})`;
  text.appendMarkdown(`$(${sourceIcon(agent)}) **${sourceName(agent)}** · `);
  text.appendText([dateTime(Date.parse(time)), titleOf(writing)].filter((part) => part !== '').join(' · '));
  text.appendMarkdown('\n\n');
  text.appendText(request.length > longestRequest ? `${request.slice(0, longestRequest)}…` : request);
  const change = { folder, file, session, asked, request: requestOf(writing) };
  const links = [
    link(l10n.t('Open Session'), openReference, { reference, folder }),
    link(l10n.t('Show Change'), showChange, change),
    link(l10n.t('Turn Off'), toggle, {}),
  ];
  return text.appendMarkdown(`\n\n---\n\n${links.join(' · ')}`);
}
