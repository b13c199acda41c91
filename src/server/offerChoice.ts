import type {
  Prompt as ListedPrompt,
  ResourceTemplate as ListedTemplate,
  Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import { type Log, StoreError } from '../disk/base/core.ts';
import { didYouMean } from './base/text.ts';
import type { Profile } from './base/tool.ts';
import type { Listings } from './base/requests.ts';

/** A tool as listed, and its profile. */
export interface OfferedTool {
  readonly profile: Profile;
  /** Whether it belongs to the memory service. */
  readonly ofMemory: boolean;
  readonly listing: ListedTool;
}

/** All offers as plain values. */
export interface OfferList {
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly { readonly ofProject: boolean; readonly listing: ListedPrompt }[];
  readonly templates: readonly ListedTemplate[];
}

const defaultProfile = 'default';

const profiles: ReadonlyMap<string, (tool: OfferedTool) => boolean> = new Map([
  ['core', ({ profile }) => profile === 'core' || profile === 'more'],
  [defaultProfile, ({ profile }) => profile === 'core' || profile === 'default'],
  ['memory', ({ profile, ofMemory }) => ofMemory && profile !== 'old'],
  ['full', ({ profile }) => profile !== 'old' && profile !== 'more'],
]);

/** The tools to list, and the source of the choice. */
export interface ToolChoice {
  /** `core`, `default`, `memory`, `full`, or comma-separated names; empty for `default`. */
  readonly which: string;
  readonly source: '--tools' | 'HISTORY_TOOLS';
}

/**
 * Selects the tools to list. Throws a `StoreError` for an unknown name on the command line; one in the environment, set
 * by an editor's settings, is logged and the default is used.
 */
export function chosenTools(
  choice: ToolChoice,
  tools: readonly OfferedTool[],
  log: Log,
): readonly ListedTool[] {
  try {
    return toolsOf(choice, tools);
  } catch (error) {
    if (choice.source === '--tools' || !(error instanceof StoreError)) throw error;
    log.warn(`${error.message} The default tools are listed instead.`);
    return toolsOf({ ...choice, which: defaultProfile }, tools);
  }
}

function toolsOf({ which, source }: ToolChoice, tools: readonly OfferedTool[]): readonly ListedTool[] {
  const chosen = profiles.get(which.trim() === '' ? defaultProfile : which.trim());
  if (chosen) return tools.filter(chosen).map(({ listing }) => listing);
  const names = new Set(which.split(',').map((name) => name.trim()));
  return [...names].map((name) => named(name, tools, source));
}

function named(name: string, tools: readonly OfferedTool[], source: string): ListedTool {
  const tool = tools.find(({ listing }) => listing.name === name);
  if (tool) return tool.listing;
  const known = tools.map(({ listing }) => listing.name);
  throw new StoreError(
    'invalid_argument',
    `${source} takes ${[...profiles.keys()].join(', ')}, or names of tools with commas, but there is no tool ${JSON.stringify(name)}${didYouMean(name, known)}.`,
  );
}

const projectArgument = {
  name: 'projectRoot',
  description: 'the absolute path of the project, where the server cannot know it',
};

/** The prompts and templates of a server with these roots. Without a single root, the project is an argument. */
export function listingsFor(
  { prompts, templates }: OfferList,
  roots: readonly string[],
): Omit<Listings, 'tools'> {
  return {
    prompts: prompts.map(({ ofProject, listing }) =>
      ofProject && roots.length !== 1
        ? { ...listing, arguments: [...(listing.arguments ?? []), projectArgument] }
        : listing,
    ),
    resourceTemplates: templates.map((template) =>
      roots.length === 1 ? template : { ...template, uriTemplate: `${template.uriTemplate}{?projectRoot}` },
    ),
  };
}

/** Read-only tools for data that is not copied from a hub: transcripts, git files and backups. */
const ofThisMachine = new Set([
  ...['session_list', 'session_resume', 'history_file', 'history_list_backups'],
  ...['archive_list', 'archive_read'],
]);

/** What a server can answer from a hub: read-only requests for data that hubs have. */
export const hubOffers = {
  tool: (name: string, isReadOnly: boolean | undefined): boolean =>
    isReadOnly === true && !ofThisMachine.has(name),
  prompt: (name: string): boolean => name === 'brief' || name === 'recall',
  resource: (uri: string): boolean => !/^history:\/\/(?:sessions|archives)\//.test(uri),
};

/** The offers of a server that answers from a hub. */
export const hubOffersOf = ({ tools, prompts, templates }: OfferList): OfferList => ({
  tools: tools.filter(({ listing }) => hubOffers.tool(listing.name, listing.annotations?.readOnlyHint)),
  prompts: prompts.filter(({ listing }) => hubOffers.prompt(listing.name)),
  templates: templates.filter(({ uriTemplate }) => hubOffers.resource(uriTemplate)),
});
