import type { Memento } from 'vscode';
import { parseContextDraft, type ContextDraft } from '../../protocol/contextPane.ts';
import { Drafts } from '../panes/drafts.ts';
import type { ContextTarget } from './contextTarget.ts';

/** Unsaved summaries of contexts. */
export type ContextDrafts = Drafts<ContextTarget, ContextDraft>;

/** Creates drafts whose text becomes the summary of an archived context. */
export function contextDrafts(memory: Memento): ContextDrafts {
  /** Saved texts of drafts, by draft id. */
  const saved = new Map<string, string>();
  return new Drafts<ContextTarget, ContextDraft>(memory, {
    key: 'context.drafts',
    keyOf: ({ project, contextId }) => JSON.stringify([project.root, contextId]),
    nameOf: ({ contextId }) => contextId,
    parse: parseContextDraft,
    isChange: ({ text, base }) => text !== base,
    store: async ({ project, contextId }, { id, text }) => {
      await project.contexts.summarize(contextId, text);
      saved.set(id, text);
    },
    unsaved: (draft) => {
      const base = saved.get(draft.id);
      if (base === undefined) return draft;
      return base === draft.text ? undefined : { ...draft, base };
    },
  });
}
