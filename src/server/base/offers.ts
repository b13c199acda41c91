import type { Language } from '../../disk/base/core.ts';
import type { Completer } from './completion.ts';
import type { OpenProject, Tool } from './tool.ts';

/** The context in which a prompt's text is written. */
export interface PromptContext {
  /** Opens the requested project; rejects with a `StoreError` where there is none. */
  readonly project: () => Promise<OpenProject>;
  /** Default language of the text. */
  readonly language: Language;
  /** The single root of the server, if it has just one. */
  readonly projectRoot?: string;
}

/** A prompt as a value: everything the server needs to list and write it. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Whether the text is about a project: a server without a single root then takes the project as an argument. */
  readonly ofProject: boolean;
  /** Writes the text; a thrown `StoreError` becomes an error reply. Required arguments are present and not blank. */
  readonly write: (
    args: Readonly<Record<string, string>>,
    context: PromptContext,
  ) => Promise<string> | string;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  /** Completes its values; absent for free text. */
  readonly complete?: Completer;
}

export type TextType = 'application/json' | 'text/markdown' | 'text/plain';

/** A resource of a project as a value: a text at an address. */
export interface Resource {
  /** The address, or with variables such as `{tag}` a template of addresses. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: TextType;
  /** Importance to an agent, 0 to 1. */
  readonly priority: number;
  /**
   * Reads the text, at the length that agents show; a longer one names the call for the rest. `variables`: values of
   * the template's variables. Throws a `StoreError` `not_found`.
   */
  readonly read: (project: OpenProject, variables: Readonly<Record<string, string>>) => Promise<string>;
  /** Whether it is fast enough to read for listing its size. */
  readonly sized?: true;
  /** Lists the newest items of a template; without it, lists the resource itself or nothing. */
  readonly newest?: (project: OpenProject) => Promise<readonly ListedItem[]>;
  /** Completers of the variables. */
  readonly complete?: Readonly<Record<string, Completer>>;
}

/** An item at an address of a template. */
export interface ListedItem {
  readonly variables: Readonly<Record<string, string>>;
  /** One line each, since others may have written them. */
  readonly title: string;
  readonly description: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly changedAt: number;
}

/** Maximum number of items listed per kind; completion covers all. */
export const maxListedPerKind = 10;

/** What a server offers besides tools. */
export interface ReadableOffers {
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
}

/** Everything a server offers. */
export interface Offers extends ReadableOffers {
  readonly tools: readonly Tool[];
}
