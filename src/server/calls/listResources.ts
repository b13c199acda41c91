import type { ListResourcesResult } from '@modelcontextprotocol/sdk/types.js';
import { basename } from 'node:path';
import { isoTime, StoreError, type Log } from '../../store/base/core.ts';
import { addressOf, variablesOf, type Variables } from '../base/addresses.ts';
import { listedOfEach, type ListedItem, type Resource } from '../base/offers.ts';
import type { OpenProject } from '../base/tool.ts';
import type { Caller } from '../base/requests.ts';
import { textOf, type ReadContext } from './readOffers.ts';

type Listed = ListResourcesResult['resources'][number];

/** The newest of what can be read in the project of a request, or in each root of several. */
export async function listResources(
  caller: Caller,
  context: ReadContext & { readonly log: Log },
): Promise<ListResourcesResult> {
  const roots = context.projects.roots();
  const asked = roots.length > 1 ? roots : [undefined];
  const lists = await Promise.all(asked.map((root) => listedOf(root, caller, context)));
  return { resources: lists.flat() };
}

async function listedOf(
  root: string | undefined,
  caller: Caller,
  context: ReadContext & { readonly log: Log },
): Promise<Listed[]> {
  const { resources, log } = context;
  try {
    const project = await context.projects.open(root, caller);
    const lists = await Promise.all(resources.map((resource) => newestOf(resource, project, log)));
    return lists.flat().map((one) => (root === undefined ? one : ofRoot(one, root)));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error; // which project is meant, the reading will have to say
    return resources.filter(isFixed).map((resource) => listed(resource, {}));
  }
}

const isFixed = ({ uri }: Resource): boolean => variablesOf(uri).length === 0;

const ofRoot = (one: Listed, root: string): Listed => ({
  ...one,
  uri: `${one.uri}?projectRoot=${encodeURIComponent(root)}`,
  title: `${one.title ?? one.name} (${basename(root)})`,
});

/** What a list tells of a resource. What cannot be listed does not keep the others from being told. */
async function newestOf(resource: Resource, project: OpenProject, log: Log): Promise<Listed[]> {
  if (!resource.newest) return isFixed(resource) ? [listed(resource, {})] : [];
  try {
    const items = (await resource.newest(project)).slice(0, listedOfEach);
    const found = await Promise.all(items.map((item) => withSize(resource, item, project)));
    return found.flat();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.warn(`${resource.uri} is not listed: ${error.message}`);
    return [];
  }
}

/** Nothing for what is gone meanwhile, or cannot be read. */
async function withSize(resource: Resource, item: ListedItem, project: OpenProject): Promise<Listed[]> {
  const one = listed(resource, item.variables, item);
  if (!resource.sized) return [one];
  try {
    return [{ ...one, size: Buffer.byteLength(await textOf(resource, item.variables, project)) }];
  } catch (error) {
    if (error instanceof StoreError) return [];
    throw error;
  }
}

/** A resource as clients see it; without an item, one that has no variables. */
function listed(
  { uri, name, mimeType, priority, title, description }: Resource,
  variables: Variables,
  item?: ListedItem,
): Listed {
  const annotations = {
    audience: ['user' as const, 'assistant' as const],
    priority,
    ...(item && { lastModified: isoTime(item.changedAt) }),
  };
  const { title: shown = title, description: told = description } = item ?? {};
  const names = [name, ...Object.values(variables)].join('/');
  return {
    uri: addressOf(uri, variables),
    name: names,
    title: shown,
    description: told,
    mimeType,
    annotations,
  };
}
