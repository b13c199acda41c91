import type { Language } from '../../store/base/core.ts';
import type { Completer } from './completion.ts';
import type { OpenProject, Tool } from './tool.ts';

/** What a prompt's text may be made of. */
export interface PromptContext {
  /** Opens the project that the request means; rejects with a `StoreError` where no project is meant. */
  readonly project: () => Promise<OpenProject>;
  /** The language of the text where the request asks for none. */
  readonly language: Language;
  /** The only root of the server, if it has just one. */
  readonly projectRoot?: string;
}

/** A prompt as a value: everything the server needs to list it and to write its text. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Whether the text is about a project's history: then a server without a single root takes the project as an argument. */
  readonly ofProject: boolean;
  /** Writes the text; a `StoreError` it throws becomes a refusal. Required arguments are there and not blank. */
  readonly write: (
    args: Readonly<Record<string, string>>,
    context: PromptContext,
  ) => Promise<string> | string;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  /** What it may be; nothing is offered for free text. */
  readonly complete?: Completer;
}

export type TextType = 'application/json' | 'text/markdown' | 'text/plain';

/** A resource of a project as a value: a text at an address. */
export interface Resource {
  /** The address; with variables such as `{tag}` it is a template of addresses. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: TextType;
  /** How much it matters to an agent, 0 to 1. */
  readonly priority: number;
  /**
   * Reads the text, as long as agents show it; where there is more, it says how to read on. `variables` stand in the
   * address in place of those of the template. What is not there is a `StoreError` `not_found`.
   */
  readonly read: (project: OpenProject, variables: Readonly<Record<string, string>>) => Promise<string>;
  /** Whether it is read fast enough to tell how long it is in a list. */
  readonly sized?: true;
  /** What clients are told of: the newest things of a template; without it, the resource itself or nothing. */
  readonly newest?: (project: OpenProject) => Promise<readonly ListedItem[]>;
  /** What each variable may be. */
  readonly complete?: Readonly<Record<string, Completer>>;
}

/** Something that stands at an address of a template. */
export interface ListedItem {
  readonly variables: Readonly<Record<string, string>>;
  /** On one line, as everything here: others may have written it. */
  readonly title: string;
  readonly description: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly changedAt: number;
}

/** How many things of each kind clients are told of; completion knows all. */
export const listedOfEach = 10;

/** What a server offers to clients besides tools. */
export interface ReadableOffers {
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
}

/** Everything a server offers to clients. */
export interface Offers extends ReadableOffers {
  readonly tools: readonly Tool[];
}
