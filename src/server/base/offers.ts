import type { Language } from '../../store/base/core.ts';
import type { Store } from '../../store/types.ts';
import type { Tool } from './tool.ts';

/** What a prompt's text may be made of. */
export interface PromptContext {
  /** Opens the store of the project that the request means; rejects with a `StoreError` where no project is meant. */
  readonly store: () => Promise<Store>;
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

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
}

/** A resource of a project as a value: JSON at an address. */
export interface Resource {
  /** The address; with a part such as `{tag}` it is a template of addresses. */
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** Reads the JSON text; `part` stands in the address in place of the template's part. */
  readonly read: (store: Store, part: string) => Promise<string>;
}

/** Everything a server offers to clients. */
export interface Offers {
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
}
