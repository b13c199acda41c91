import {
  Hover,
  l10n,
  languages,
  MarkdownString,
  Range,
  window,
  type HoverProvider,
  type Position,
  type TextDocument,
} from 'vscode';
import type { Attribution } from '../../insight/changes/types.ts';
import { FactsOfSession } from '../../history/facts/sessionFacts.ts';
import { dateTime } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { Disposable } from '../base/disposable.ts';
import { sourceIcon, sourceName } from '../sessions/agents.ts';
import { projectOfFile } from './fileTarget.ts';
import type { ChangeServices } from './historyPick.ts';
import { requestOf, titleOf } from './writing.ts';

/** Maximum characters of a displayed request. */
const longest = 4_000;

type LineAt = (document: TextDocument, line: number) => Attribution | undefined;

/** Shows details at the end of a line with a note: on hover, or by *Show Hover* with the cursor there. */
export class LineHover extends Disposable implements HoverProvider {
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
  text.appendText(request.length > longest ? `${request.slice(0, longest)}…` : request);
  const change = { folder, file, session, asked, request: requestOf(writing) };
  const links = [
    link(l10n.t('Open Session'), openReference, { reference, folder }),
    link(l10n.t('Show Change'), showChange, change),
    link(l10n.t('Turn Off'), toggle, {}),
  ];
  return text.appendMarkdown(`\n\n---\n\n${links.join(' · ')}`);
}
