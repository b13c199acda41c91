import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { StoreError } from '../store/errors.ts';
import { didYouMean } from './didYouMean.ts';
import type { Profile } from './tool.ts';

/** A tool as clients see it, and who is offered it. */
export interface OfferedTool {
  readonly profile: Profile;
  readonly listing: ListedTool;
}

/** What is listed without a choice. */
export const defaultChoice = 'default';

const profiles: ReadonlyMap<string, readonly Profile[]> = new Map([
  ['core', ['core']],
  [defaultChoice, ['core', 'default']],
  ['full', ['core', 'default', 'full']],
]);

/** The tools of a choice: `core`, `default`, `full`, or names with commas. An unknown name is refused. */
export function chosenTools(choice: string, tools: readonly OfferedTool[]): readonly ListedTool[] {
  const chosen = profiles.get(choice);
  if (chosen) return tools.filter(({ profile }) => chosen.includes(profile)).map(({ listing }) => listing);
  const names = choice.split(',').map((name) => name.trim());
  return [...new Set(names)].map((name) => named(name, tools));
}

function named(name: string, tools: readonly OfferedTool[]): ListedTool {
  const tool = tools.find(({ listing }) => listing.name === name);
  if (tool) return tool.listing;
  const known = tools.map(({ listing }) => listing.name);
  throw new StoreError(
    'invalid_argument',
    `--tools takes ${[...profiles.keys()].join(', ')}, or names of tools with commas, but there is no tool ${JSON.stringify(name)}${didYouMean(name, known)}.`,
  );
}
