import type { ListResourcesResult } from '@modelcontextprotocol/sdk/types.js';
import { basename } from 'node:path';
import { isoTime, StoreError, type Log } from '../../disk/base/core.ts';
import { addressOf, variablesOf, type Variables } from '../base/addresses.ts';
import { maxListedPerKind, type ListedItem, type Resource } from '../base/offers.ts';
import type { OpenProject } from '../base/tool.ts';
import type { Caller } from '../base/requests.ts';
import { textOf, type ReadContext } from './readOffers.ts';

type Listed = ListResourcesResult['resources'][number];

/** Lists the newest resources in the project of a request, or in each of several roots. */
export async function listResources(
  caller: Caller,
  context: ReadContext & { readonly log: Log },
): Promise<ListResourcesResult> {
  const roots = context.projects.roots();
  const targets = roots.length > 1 ? roots : [undefined];
  const lists = await Promise.all(targets.map((root) => listedOf(root, caller, context)));
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
    if (!(error instanceof StoreError)) throw error; // reading will have to name the project
    return resources.filter(isFixed).map((resource) => listed(resource, {}));
  }
}

const isFixed = ({ uri }: Resource): boolean => variablesOf(uri).length === 0;

const ofRoot = (one: Listed, root: string): Listed => ({
  ...one,
  uri: `${one.uri}?projectRoot=${encodeURIComponent(root)}`,
  title: `${one.title ?? one.name} (${basename(root)})`,
});

/** Lists the newest items of a resource. One that cannot be listed does not hide the others. */
async function newestOf(resource: Resource, project: OpenProject, log: Log): Promise<Listed[]> {
  if (!resource.newest) return isFixed(resource) ? [listed(resource, {})] : [];
  try {
    const items = (await resource.newest(project)).slice(0, maxListedPerKind);
    const found = await Promise.all(items.map((item) => withSize(resource, item, project)));
    return found.flat();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.warn(`${resource.uri} is not listed: ${error.message}`);
    return [];
  }
}

/** Returns nothing for an item deleted in the meantime or unreadable. */
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

/** Describes a resource for clients; without an item, one without variables. */
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
  const { title: shown = title, description: itemDescription = description } = item ?? {};
  const names = [name, ...Object.values(variables)].join('/');
  return {
    uri: addressOf(uri, variables),
    name: names,
    title: shown,
    description: itemDescription,
    mimeType,
    annotations,
  };
}
