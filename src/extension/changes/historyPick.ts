import { defined } from '../../disk/base/core.ts';
import { basename } from 'node:path';
import {
  commands,
  env,
  l10n,
  ThemeIcon,
  window,
  Range,
  TextEditorRevealType,
  ThemeColor,
  type Uri,
} from 'vscode';
import type { Attribution, FileHistory, LineRange } from '../../insight/changes/types.ts';
import { parseReference } from '../../find/search/reference.ts';
import { gone, type OpenOptions, type OpenPlace } from '../base/place.ts';
import type { Services } from '../base/commands.ts';
import type { Project } from '../base/project.ts';
import { plain } from '../search/searchItems.ts';
import { sourceIcon, sourceName } from '../sessions/agents.ts';
import { diffTitle, showChanges } from './changeDocuments.ts';
import { fileTarget, lineNumber, type FileTarget } from './fileTarget.ts';
import { messageRow, showRows, type PickRow, type Rows } from './rowsPick.ts';
import { linesText, requestOf, titleOf, whenOf, writingInShort } from './writing.ts';
import { Disposable } from '../base/disposable.ts';

/** What lists of changes require. */
export interface ChangeServices extends Services {
  readonly openPlace: OpenPlace;
}

/** Lists the requests that wrote the file given by a menu, else that of the active tab. */
export const showFileHistory = (services: ChangeServices, argument: unknown): Promise<void> =>
  showHistory(services, fileTarget(services.projects, argument));

/** Lists the requests that wrote the line given by the line number menu, else that of the cursor. */
export const showLineHistory = (services: ChangeServices, argument: unknown): Promise<void> =>
  showHistory(services, fileTarget(services.projects, argument), lineNumber(argument));

/** Highlights the selected request's lines in the file and shows it in its session. */
async function showHistory(services: ChangeServices, target: FileTarget, line?: number): Promise<void> {
  const { project, uri, text } = target;
  const name = basename(uri.fsPath);
  const highlight = new Highlight(uri);
  const request = { path: uri.fsPath, ...defined({ text }) };
  const read = async (waitMs: number): Promise<Rows> => {
    const history = await project.changes.history(project.workspace, request, { waitMs });
    const wrote = ({ lines }: Attribution): boolean =>
      line === undefined || lines.some(([from, to]) => from <= line && line <= to);
    const rows = history.attributions
      .filter(wrote)
      .map((each) => attributionRow(services, { project, file: uri.fsPath, each, history, highlight }));
    return { waiting: history.waiting, rows: rows.length > 0 ? rows : [nothingRow(history, target, line)] };
  };
  try {
    await showRows({
      title:
        line === undefined
          ? l10n.t('History of {0}', name)
          : l10n.t('History of Line {0} of {1}', line, name),
      placeholder: l10n.t('Select a request to open its session'),
      read,
      onError: services.onError,
    });
  } finally {
    highlight.dispose();
  }
}

interface Shown {
  readonly project: Project;
  /** Absolute path. */
  readonly file: string;
  readonly each: Attribution;
  readonly history: FileHistory;
  readonly highlight: Highlight;
}

function attributionRow(
  services: ChangeServices,
  { project, file, each, history, highlight }: Shown,
): PickRow {
  const now = services.clock.now();
  const isKnown = history.state === 'text' && history.waiting === 0;
  const lines = isKnown ? linesText(each) : '';
  const facts = [sourceName(each.agent), whenOf(each, now), lines, titleOf(each)];
  const open = (options: OpenOptions): Promise<void> =>
    openWriting(services.openPlace, project, each, options);
  const title = diffTitle(file, writingInShort(each, now));
  return {
    label: plain(requestOf(each)),
    detail: plain(facts.filter((fact) => fact !== '').join(' · ')),
    iconPath: new ThemeIcon(sourceIcon(each.agent)),
    buttons: [
      {
        iconPath: new ThemeIcon('diff'),
        tooltip: l10n.t('Show Change'),
        run: () => showChanges({ project, file, changes: [each] }, title),
      },
      {
        iconPath: new ThemeIcon('link'),
        tooltip: l10n.t('Copy Reference'),
        run: () => copyReference(each.reference),
      },
    ],
    open: () => open({ preserveFocus: false, beside: true }),
    look: () => {
      highlight.show(each.lines);
      return open({ preserveFocus: true, beside: true });
    },
  };
}

/** Opens the message of a session that wrote something. */
export function openWriting(
  openPlace: OpenPlace,
  project: Project,
  { reference: text }: Pick<Attribution, 'reference'>,
  options: OpenOptions,
): Promise<void> {
  const reference = parseReference(text);
  return reference === undefined ? Promise.reject(gone()) : openPlace({ project, reference }, options);
}

async function copyReference(reference: string): Promise<void> {
  await env.clipboard.writeText(reference);
  window.setStatusBarMessage(l10n.t('$(check) {0} copied', reference), 3_000);
}

/** Explains why there is no history, and what to do. */
function nothingRow(history: FileHistory, { uri }: FileTarget, line: number | undefined): PickRow {
  const { sessions, waiting, state } = history;
  if (waiting > 0) return messageRow(l10n.t('Reading sessions…'), l10n.t('This list fills by itself.'));
  if (sessions === 0)
    return messageRow(
      l10n.t('No agent sessions found for this folder'),
      l10n.t('Select to see where sessions are looked for.'),
      () => commands.executeCommand('historyStore.sessions.focus'),
    );
  const others = (): Thenable<unknown> => commands.executeCommand('historyStore.showFileHistory', uri);
  if (line !== undefined)
    return messageRow(
      l10n.t('No session wrote this line as it is now'),
      `${lineReason(state)} ${l10n.t('Select to see the history of the file.')}`,
      others,
    );
  return messageRow(
    l10n.t('No session of this folder wrote in this file'),
    l10n.t('Select to see which files agents changed.'),
    () => commands.executeCommand('historyStore.showChangedFiles'),
  );
}

function lineReason(state: FileHistory['state']): string {
  switch (state) {
    case 'text':
      return l10n.t('It may have been typed, formatted or generated.');
    case 'missing':
      return l10n.t('The file is not on disk.');
    case 'binary':
      return l10n.t('The file is not text.');
    case 'too large':
      return l10n.t('The file is too large for a history of its lines.');
    case 'generated':
      return l10n.t('The file is generated, so its lines have no history.');
  }
}

/** Highlights lines of a file in all its editors until disposed. */
class Highlight extends Disposable {
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
