// What a person typed into a pane and has not saved yet. The page tells every change of it, so that it outlives the page:
// the extension keeps it until it is saved or discarded, and tells it with every state.
import type { Fields, Parsers } from './actions.ts';

/** What a state tells of a draft. */
export interface Drafted<Draft> {
  /** What is changed in the summary and not saved. */
  readonly draft?: Draft;
  /** How many drafts the page has sent of which `draft` knows: one that sent more holds a newer draft itself. */
  readonly draftsSeen: number;
}

/** Pane → extension. Each names what it is of, since something else may be on its way to the page. */
export type DraftAction<Resource, Draft> =
  // After every change of it; without a draft there is none any more.
  | { readonly type: 'draftSummary'; readonly resource: Resource; readonly draft?: Draft }
  | { readonly type: 'saveSummary'; readonly resource: Resource }; // the last draft

/** Parses what a page tells of its drafts. */
export const draftParsers = <Resource, Draft>(
  parseResource: (value: unknown) => Resource | undefined,
  parseDraft: (value: unknown) => Draft | undefined,
): Parsers<DraftAction<Resource, Draft>> => ({
  draftSummary: ({ resource: of, draft: value }: Fields) => {
    const [resource, draft] = [parseResource(of), parseDraft(value)];
    if (resource === undefined || (draft === undefined && value !== undefined)) return undefined;
    return { type: 'draftSummary', resource, ...(draft !== undefined && { draft }) };
  },
  saveSummary: ({ resource: of }: Fields) => {
    const resource = parseResource(of);
    return resource && { type: 'saveSummary', resource };
  },
});
