import { defined, type Language, type Log } from '../disk/base/core.ts';
import type { ReadableOffers } from './base/offers.ts';
import type { CallHandlers, RequestedProjects } from './base/requests.ts';
import { complete } from './calls/complete.ts';
import { listResources } from './calls/listResources.ts';
import { getPrompt, readResource } from './calls/readOffers.ts';
import { readableOffers } from './readableOffers.ts';

/** The options of requests for prompts and resources. */
export interface ReadOptions {
  readonly projects: RequestedProjects;
  readonly language: Language;
  readonly log: Log;
  /** Folders that calls are confined to; empty for no limit. */
  readonly roots: readonly string[];
}

/** The handlers of prompts and resources, a separate bundle, as most agents only call tools. */
export function openReadHandlers(
  { roots, ...options }: ReadOptions,
  { prompts = readableOffers.prompts, resources = readableOffers.resources }: Partial<ReadableOffers> = {},
): Pick<CallHandlers, 'prompt' | 'resources' | 'complete' | 'resource'> {
  const projectRoot = roots.length === 1 ? roots[0] : undefined;
  const reading = { ...options, prompts, resources, ...defined({ projectRoot }) };
  return {
    prompt: (name, args, caller) => getPrompt(name, args, caller, reading),
    resources: (caller) => listResources(caller, reading),
    complete: (params, caller) => complete(params, caller, reading),
    resource: (uri, caller) => readResource(uri, caller, reading),
  };
}
