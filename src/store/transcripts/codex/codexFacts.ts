import type { JsonObject } from '../../base/core.ts';
import type { CodexOutput } from './codexTools.ts';
import type { Part, Thought, TokenCounts, ToolCall } from '../shared/types.ts';

/** What a line of a rollout says. */
export type CodexFact =
  | { readonly kind: 'session'; readonly meta: JsonObject }
  | {
      readonly kind: 'turn';
      readonly id: string | undefined;
      readonly model: string | undefined;
      readonly cwd: string | undefined;
    }
  | { readonly kind: 'prompt'; readonly parts: readonly Part[]; readonly commands: readonly string[] }
  | { readonly kind: 'text'; readonly parts: readonly Part[] }
  | { readonly kind: 'thought'; readonly thoughts: readonly Thought[] }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'output'; readonly output: CodexOutput }
  | { readonly kind: 'compacted'; readonly summary: string | undefined }
  | { readonly kind: 'notice'; readonly type: 'info' | 'error' | 'warning'; readonly text: string }
  | { readonly kind: 'tokens'; readonly tokens: TokenCounts }
  | { readonly kind: 'rollback'; readonly turns: number }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'other' };

/** A fact, when it was, and which of the two accounts of the conversation it belongs to, if to one. */
export interface CodexEntry {
  readonly fact: CodexFact;
  readonly time: string | undefined;
  /** Codex writes the conversation twice: as items of the API and as events for its screen. */
  readonly account: 'items' | 'events' | undefined;
}

/** A fact that is not of the conversation. */
export const other: CodexFact = { kind: 'other' };
