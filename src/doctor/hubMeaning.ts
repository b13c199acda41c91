import type { EmbeddingProvider } from '../store/embeddings/embeddings.ts';
import { hubModel } from '../store/hub/hubModel.ts';
import type { VectorsState } from '../store/hub/vectorsPlace.ts';
import { text } from './findings.ts';
import type { BilingualText } from './types.ts';

/** Whether a hub is searched by meaning from here, and what it takes where not. */
export interface HubMeaningLook {
  readonly state: 'on' | 'embeddings' | 'model' | Exclude<VectorsState, 'on'>;
  readonly message: BilingualText;
}

/** What the hub says of its vectors, together with what is set up here. */
export function meaningLook(
  vectors: VectorsState,
  embeddings: Pick<EmbeddingProvider, 'model'> | undefined,
): HubMeaningLook {
  const model = embeddings && hubModel(embeddings);
  const state =
    vectors !== 'on' ? vectors : embeddings ? (model === undefined ? 'model' : 'on') : 'embeddings';
  return { state, message: messages[state](model ?? '') };
}

const messages: Readonly<Record<HubMeaningLook['state'], (model: string) => BilingualText>> = {
  on: (model) =>
    text(
      `The hub is searched by meaning, too, with vectors of ${model}.`,
      `中心也按语义搜索，使用 ${model} 的向量。`,
    ),
  embeddings: () =>
    text(
      'The hub is searched by words only: no embeddings are set up here. Set HISTORY_EMBEDDINGS_URL and HISTORY_EMBEDDINGS_MODEL.',
      '中心仅按词语搜索：此处未设置向量服务。请设置 HISTORY_EMBEDDINGS_URL 和 HISTORY_EMBEDDINGS_MODEL。',
    ),
  model: () =>
    text(
      'The hub is searched by words only: the model of the embeddings has no name. Set HISTORY_EMBEDDINGS_MODEL.',
      '中心仅按词语搜索：向量服务的模型没有名称。请设置 HISTORY_EMBEDDINGS_MODEL。',
    ),
  extension: () =>
    text(
      'The hub is searched by words only: its server has no extension vector (pgvector). Once it has, whoever set up the hub runs mcp-history-store team setup again.',
      '中心仅按词语搜索：其服务器没有 vector 扩展（pgvector）。装好后，由设置中心的人重新运行 mcp-history-store team setup。',
    ),
  creation: () =>
    text(
      'The hub is searched by words only: an administrator of the database has to run CREATE EXTENSION vector there, then whoever set up the hub runs mcp-history-store team setup again.',
      '中心仅按词语搜索：请数据库管理员在其中运行 CREATE EXTENSION vector，然后由设置中心的人重新运行 mcp-history-store team setup。',
    ),
  table: () =>
    text(
      'The hub is searched by words only: its database has the extension vector, but no vectors yet. Whoever set up the hub runs mcp-history-store team setup again.',
      '中心仅按词语搜索：其数据库已有 vector 扩展，但还没有存放向量的表。请由设置中心的人重新运行 mcp-history-store team setup。',
    ),
};
