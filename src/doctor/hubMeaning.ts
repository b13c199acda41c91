import { text } from './findings.ts';
import type { BilingualText } from './types.ts';

/** Says whether a hub is searched by meaning from here, or what is missing. */
export const meaningText = ({
  state,
  model,
}: {
  readonly state: keyof typeof messages;
  readonly model: string;
}): BilingualText => messages[state](model);

const messages = {
  on: (model: string) => text('The hub is searched by meaning, too, with vectors of {0}.', model),
  embeddings: () =>
    text(
      'The hub is searched by words only: no embeddings are set up here. Set HISTORY_EMBEDDINGS_URL and HISTORY_EMBEDDINGS_MODEL.',
    ),
  model: () =>
    text(
      'The hub is searched by words only: the model of the embeddings has no name. Set HISTORY_EMBEDDINGS_MODEL.',
    ),
  extension: () =>
    text(
      'The hub is searched by words only: its server has no extension vector (pgvector). Once it has, whoever set up the hub runs mcp-history-store team setup again.',
    ),
  creation: () =>
    text(
      'The hub is searched by words only: an administrator of the database has to run CREATE EXTENSION vector there, then whoever set up the hub runs mcp-history-store team setup again.',
    ),
  table: () =>
    text(
      'The hub is searched by words only: its database has the extension vector, but no vectors yet. Whoever set up the hub runs mcp-history-store team setup again.',
    ),
};
