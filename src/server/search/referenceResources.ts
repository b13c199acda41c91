import { entriesAround, entriesOf, entryName, type ReferredEntry } from '../../store/references.ts';
import { formatReference, type Reference } from '../../find/search/reference.ts';
import { summaryEntry } from '../../find/search/summaryEntry.ts';
import { sourceKinds, type SourceKind } from '../../find/search/types.ts';
import { isoTime, StoreError } from '../../disk/base/core.ts';
import { containLines, jsonLine, oneLine } from '../../disk/text/containText.ts';
import { archiveNames } from '../archives/archiveResources.ts';
import { oneOf, type CompletionValue, type Completer, type CompletionContext } from '../base/completion.ts';
import type { Resource } from '../base/offers.ts';
import type { OpenProject } from '../base/tool.ts';
import { charsOf, fit } from '../base/reply.ts';
import { beginning, show } from '../base/text.ts';
import { contextIds } from '../contexts/contextResources.ts';
import { dialogNames } from '../dialogs/dialogResources.ts';
import { workspaceOf } from '../sessions/sessionReplies.ts';
import { sessionIds } from '../sessions/sessionResources.ts';

/** Number of entries shown: the referenced one, and two on either side. */
const shownEntries = 5;
/** Maximum number of entries offered for completion. */
const offeredEntries = 200;

const sourcesOf = ({ store, toolContext }: OpenProject) => ({ store, workspace: workspaceOf(toolContext) });

function sourceOf(source: string): SourceKind {
  const known = sourceKinds.find((kind) => kind === source);
  if (known) return known;
  throw new StoreError(
    'not_found',
    `history:// is followed by ${sourceKinds.join(', ')}, not ${show(source)}.`,
  );
}

async function read(
  project: OpenProject,
  { source = '', name = '', entry = '' }: Variables,
): Promise<string> {
  const reference = { source: sourceOf(source), name, entry };
  const entries = await entriesAround(sourcesOf(project), reference, shownEntries);
  const [text = ''] = fit(
    {
      items: entries,
      keep: 'all',
      render: written,
      compose: (shown) => [[`# ${formatReference(reference)}`, ...shown, moreOf(reference)].join('\n\n')],
      rest: () => '',
      shorten: (one, chars) => ({
        ...one,
        text: `${beginning(one.text, chars - headChars)}… (cut: ${one.text.length} characters)`,
      }),
    },
    charsOf(project.toolContext),
  );
  return text;
}

type Variables = Readonly<Record<string, string>>;

/** Approximate length of an entry's heading and the note about a cut. Characters. */
const headChars = 120;

const written = (entry: ReferredEntry): string =>
  `## ${oneLine(entry.role)} ${isoTime(entry.ts)} (${oneLine(entryName(entry))})\n\n${containLines(entry.text, '#')}`;

/** The call that reads on. */
function moreOf({ source, name }: Reference): string {
  const calls: Readonly<Record<SourceKind, readonly [string, object]>> = {
    dialogs: ['history_get_dialog_detail', { dialog: name, recentTurns: 50 }],
    contexts: ['chat_context_recall', { contextId: name, mode: 'full' }],
    archives: ['archive_read', { name }],
    sessions: ['session_resume', { id: name }],
    memories: ['history_search', { query: '', sources: ['memories'] }],
    shared: ['history_search', { query: '', sources: ['shared'] }],
  };
  const [tool, args] = calls[source];
  return `More of it: ${tool} ${jsonLine(args)}`;
}

const memoryTypes: Completer = async ({ project }) =>
  (await (await project()).store.memories.list()).map(({ type }) => ({ value: type }));

/** Completers of the names in each source. */
const names: Readonly<Record<SourceKind, Completer>> = {
  dialogs: dialogNames,
  contexts: contextIds,
  archives: archiveNames,
  sessions: sessionIds,
  memories: memoryTypes,
  shared: async ({ project }) =>
    (await (await project()).store.shared.list()).map(({ id, title }) => ({ value: id, also: title })),
};

/** Completes the names of the newest entries, newest first; also found by text. */
async function entries({ project, given }: CompletionContext): Promise<readonly CompletionValue[]> {
  const source = sourceOf(given.source ?? '');
  const reference = { source, name: given.name ?? '', entry: '' };
  const found: CompletionValue[] = [];
  let number = 0;
  for await (const entry of entriesOf(sourcesOf(await project()), reference)) {
    number++;
    const value = source === 'sessions' ? String(number) : entryName(entry);
    found.push({ value, also: entry.text });
    if (found.length > offeredEntries) found.shift();
  }
  const summary = source === 'dialogs' ? [{ value: summaryEntry }] : [];
  return [...summary, ...found.toReversed()];
}

/** The targets of references in searches and briefs. */
export const referenceResources: readonly Resource[] = [
  {
    uri: 'history://{source}/{name}/{entry}',
    name: 'references',
    title: 'Reference',
    description: 'What a reference of a brief or a search names, with what stands around it.',
    mimeType: 'text/markdown',
    priority: 0.5,
    read,
    complete: {
      source: oneOf(...sourceKinds),
      name: (context) => names[sourceOf(context.given.source ?? '')](context),
      entry: entries,
    },
  },
];
