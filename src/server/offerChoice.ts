import type {
  Prompt as ListedPrompt,
  ResourceTemplate as ListedTemplate,
  Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import { type Log, StoreError } from '../store/base/core.ts';
import { didYouMean } from './base/text.ts';
import type { Profile } from './base/tool.ts';
import type { Listings } from './base/requests.ts';

/** A tool as clients see it, and who is offered it. */
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
  ['core', ({ profile }) => profile === 'core'],
  [defaultProfile, ({ profile }) => profile === 'core' || profile === 'default'],
  ['memory', ({ profile, ofMemory }) => ofMemory && profile !== 'old'],
  ['full', ({ profile }) => profile !== 'old'],
]);

/** Which tools are listed, and where it was said. */
export interface ToolChoice {
  /** `core`, `default`, `memory`, `full`, or names with commas; empty for `default`. */
  readonly which: string;
  readonly source: '--tools' | 'HISTORY_TOOLS';
}

/**
 * The tools of a choice. An unknown name on the command line is refused with a `StoreError`, so that whoever typed it
 * sees it; in the environment, where the editor puts what stands in its settings, it is told and the default is listed.
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

/** The prompts and templates of a server with these roots. Where there is not just one, the project is an argument. */
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

/** Read-only as they are, they read what is not copied from a hub: transcripts, files of git, and backups. */
const ofThisMachine = new Set([
  ...['session_list', 'session_resume', 'history_file', 'history_list_backups'],
  ...['archive_list', 'archive_read'],
]);

/** What a server can answer from a hub: what changes nothing, and reads what hubs have. */
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
