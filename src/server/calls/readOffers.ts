import {
  ErrorCode,
  McpError,
  type GetPromptResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { StoreError, type Language } from '../../store/base/core.ts';
import type { Caller } from '../base/requests.ts';
import type { Prompt, Resource } from '../base/offers.ts';
import { nonBlank } from '../base/text.ts';
import type { ServedProjects } from './projects.ts';

/** What requests for prompts work with. */
export interface PromptSource {
  readonly prompts: readonly Prompt[];
  readonly projects: ServedProjects;
  readonly language: Language;
  readonly projectRoot?: string;
}

/** Gives the text of a prompt. Throws an `McpError` that lists what there is, or says what is wrong with which argument. */
export async function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  caller: Caller,
  { prompts, projects, ...context }: PromptSource,
): Promise<GetPromptResult> {
  const prompt = prompts.find((known) => known.name === name);
  if (!prompt) {
    const names = prompts.map((known) => known.name).join(', ');
    throw new McpError(ErrorCode.InvalidParams, `There is no prompt "${name}"; the prompts are ${names}.`);
  }
  const missing = prompt.arguments.find((one) => one.required && nonBlank(args[one.name]) === undefined);
  if (missing)
    throw new McpError(ErrorCode.InvalidParams, `${missing.name} is missing: ${missing.description}.`);
  const store = async () => (await projects.find(nonBlank(args.projectRoot), caller)).store;
  try {
    const text = await prompt.write(args, { ...context, store });
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    return refuse(error);
  }
}

/** Reads what stands at an address; `?projectRoot=…` in it names the project. Throws an `McpError`. */
export async function readResource(
  uri: string,
  caller: Caller,
  resources: readonly Resource[],
  projects: ServedProjects,
): Promise<ReadResourceResult> {
  const [, address = uri, root] = /^([^?]*)\?projectRoot=(.+)$/.exec(uri) ?? [];
  const text = await projects
    .find(root === undefined ? undefined : decode(root), caller)
    .then(({ store }) => {
      for (const resource of resources) {
        const part = partOf(address, resource.uri);
        if (part !== undefined) return resource.read(store, decode(part));
      }
      const all = resources.map((resource) => resource.uri).join(', ');
      throw new StoreError('not_found', `There is nothing at ${JSON.stringify(uri)}; there are ${all}.`);
    })
    .catch(refuse);
  return { contents: [{ uri, mimeType: 'application/json', text }] };
}

/** What stands in place of a template's part; empty for the address of no template; undefined where they do not match. */
function partOf(address: string, template: string): string | undefined {
  const [start = '', end] = template.split(/\{\w+\}/);
  if (end === undefined) return address === template ? '' : undefined;
  const matches = address.startsWith(start) && address.endsWith(end) && !address.includes('?');
  return matches ? address.slice(start.length, address.length - end.length) : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that stands for itself
  }
}

function refuse(error: unknown): never {
  throw error instanceof StoreError ? new McpError(ErrorCode.InvalidParams, error.message) : error;
}
