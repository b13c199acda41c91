import { commands, EventEmitter, l10n, Uri, workspace, type TextDocumentContentProvider } from 'vscode';
import { contextTitle } from '../../history/contexts/archives.ts';
import { isObject } from '../../disk/base/core.ts';
import { Disposable } from '../base/disposable.ts';
import { registerMarkdown } from '../base/markdownDocuments.ts';
import { dateTime } from '../base/notices.ts';
import type { ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { findContext } from './contextPaneState.ts';
import { activeId, type ContextTarget } from './contextTarget.ts';

const scheme = 'history-context';

/** Shows contexts as Markdown in read-only editors, side by side in the editor's own comparison. */
export class ContextDocuments extends Disposable implements TextDocumentContentProvider {
  readonly #projects: Projects;
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(projects: Projects) {
    super();
    this.#projects = projects;
    this._register(registerMarkdown(scheme, this));
    this._register(projects.onDidChange((change) => this.#onChange(change)));
  }

  /** Opens the editor's comparison of two contexts. */
  async compare(left: ContextTarget, right: ContextTarget): Promise<void> {
    const [before, after] = await Promise.all([titleOf(left), titleOf(right)]);
    await commands.executeCommand('vscode.diff', uriOf(left), uriOf(right), `${before} ↔ ${after}`, {
      preview: true,
    });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const target = this.#targetOf(uri);
    return target ? contextMarkdown(target) : '';
  }

  #targetOf(uri: Uri): ContextTarget | undefined {
    const query: unknown = JSON.parse(uri.query);
    if (!isObject(query)) return undefined;
    const { root, dialog, contextId } = query;
    if (typeof root !== 'string' || typeof dialog !== 'string' || typeof contextId !== 'string')
      return undefined;
    const project = this.#projects.find(root);
    return project && { project, dialog, contextId };
  }

  /** An active context continues, and an archived one may get a summary. */
  #onChange({ project }: ProjectChange): void {
    for (const { uri } of workspace.textDocuments)
      if (uri.scheme === scheme && this.#targetOf(uri)?.project === project) this.#changed.fire(uri);
  }
}

function uriOf({ project, dialog, contextId }: ContextTarget): Uri {
  const query = JSON.stringify({ root: project.root, dialog, contextId });
  const path = `/${dialog.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-')} ${contextId}.md`;
  return Uri.from({ scheme, path, query });
}

/** Returns a context's displayed name among several. */
export async function titleOf(target: ContextTarget): Promise<string> {
  const { context, dialog } = await findContext(target);
  if (context.status === 'archived') return contextTitle(context) || context.contextId;
  return context.title ?? l10n.t('{0} (active)', dialog);
}

/** Formats a context for reading: title, summary and turns, without what always differs. */
export async function contextMarkdown(target: ContextTarget): Promise<string> {
  const { context } = await findContext(target);
  const summary = context.status === 'archived' ? (context.summary ?? '') : '';
  const turns = context.turns.map(
    ({ role, text, ts }) =>
      `## ${role === 'user' ? l10n.t('User') : l10n.t('Assistant')} · ${dateTime(ts)}\n\n${text}\n`,
  );
  return [
    `# ${await titleOf(target)}\n`,
    ...(summary === '' ? [] : [`## ${l10n.t('Summary')}\n\n${summary}\n`]),
    ...turns,
  ].join('\n');
}

/** Orders contexts for a comparison, older first; the active one is the newest. */
export async function inOrder(
  targets: readonly [ContextTarget, ContextTarget],
): Promise<readonly [ContextTarget, ContextTarget]> {
  const [a, b] = targets;
  return (await ageOf(a)) <= (await ageOf(b)) ? [a, b] : [b, a];
}

async function ageOf(target: ContextTarget): Promise<number> {
  if (target.contextId === activeId) return Infinity;
  const { context } = await target.project.contexts.get(target.contextId);
  return context.archivedAt;
}
