import {
  ErrorCode,
  McpError,
  type GetPromptResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { Secrets } from '../../store/base/context.ts';
import { defined, StoreError, type Language } from '../../store/base/core.ts';
import { decoded, valuesAt, variablesOf, type Variables } from '../base/addresses.ts';
import type { Prompt, Resource } from '../base/offers.ts';
import type { OpenProject } from '../base/tool.ts';
import type { Caller, RequestedProjects } from '../base/requests.ts';
import { nonBlank, show } from '../base/text.ts';

/** What requests for prompts and resources work with. */
export interface ReadContext {
  readonly projects: RequestedProjects;
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly language: Language;
  /** The only root of the server, if it has just one. */
  readonly projectRoot?: string;
}

/** Gives the text of a prompt. Throws an `McpError` that lists what there is, or says what is wrong with which argument. */
export async function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  caller: Caller,
  context: ReadContext,
): Promise<GetPromptResult> {
  const prompt = promptOf(name, context.prompts);
  const missing = prompt.arguments.find((one) => one.required && nonBlank(args[one.name]) === undefined);
  if (missing)
    throw new McpError(ErrorCode.InvalidParams, `${missing.name} is missing: ${missing.description}.`);
  let opened: OpenProject | undefined;
  const project = async () => (opened ??= await context.projects.open(nonBlank(args.projectRoot), caller));
  const { language, projectRoot } = context;
  try {
    const text = await prompt.write(args, { project, language, ...defined({ projectRoot }) });
    const shown = opened ? opened.store.secrets.document(text) : text;
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: shown } }],
    };
  } catch (error) {
    return refuse(error, { secrets: opened?.store.secrets });
  }
}

/** The prompt of a name; an `McpError` that lists what there is. */
export function promptOf(name: string, prompts: readonly Prompt[]): Prompt {
  const prompt = prompts.find((known) => known.name === name);
  if (prompt) return prompt;
  const names = prompts.map((known) => known.name).join(', ');
  throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${show(name)}; the prompts are ${names}.`);
}

/** The protocol's code for an address at which there is nothing. */
const resourceNotFound = -32002;

/** Reads what stands at an address; `?projectRoot=…` in it names the project. Throws an `McpError`. */
export async function readResource(
  uri: string,
  caller: Caller,
  context: ReadContext,
): Promise<ReadResourceResult> {
  const [, address = uri, root] = /^([^?]*)\?projectRoot=(.+)$/.exec(uri) ?? [];
  let project: OpenProject | undefined;
  try {
    project = await context.projects.open(root === undefined ? undefined : decoded(root), caller);
    const { text, mimeType } = await firstFound(uri, matching(address, context.resources), project);
    return { contents: [{ uri, mimeType, text }] };
  } catch (error) {
    return refuse(error, { notFound: resourceNotFound, secrets: project?.store.secrets });
  }
}

interface Match {
  readonly resource: Resource;
  readonly variables: Variables;
}

/** Some clients decode an address before they pass it on, so that a slash in it may be that of a name: this is tried last. */
const matching = (address: string, resources: readonly Resource[]): Match[] =>
  [
    ...resources.map((resource) => ({ resource, slashed: undefined })),
    ...resources.flatMap((resource) => variablesOf(resource.uri).map((slashed) => ({ resource, slashed }))),
  ].flatMap(({ resource, slashed }) => {
    const variables = valuesAt(address, resource.uri, slashed);
    return variables ? [{ resource, variables }] : [];
  });

/** An address may be that of several templates: what is there decides. */
async function firstFound(uri: string, matches: readonly Match[], project: OpenProject) {
  let missing: StoreError | undefined;
  for (const { resource, variables } of matches)
    try {
      return { text: await textOf(resource, variables, project), mimeType: resource.mimeType };
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'not_found') throw error;
      missing ??= error;
    }
  throw (
    missing ??
    new StoreError(
      'not_found',
      `There is nothing at ${show(uri)}: resources/list tells the newest of what there is, resources/templates/list what else can be read.`,
    )
  );
}

/** The text of a resource, without the secrets that a name in the address may repeat. */
export const textOf = async (
  resource: Resource,
  variables: Variables,
  project: OpenProject,
): Promise<string> => project.store.secrets.document(await resource.read(project, variables));

interface RefusalOptions {
  readonly notFound?: number;
  /** Those of the project, once it is known. */
  readonly secrets?: Secrets | undefined;
}

/** Turns what a store refused into an error of the protocol, masked while it is whole where something of a project was read. */
export function refuse(error: unknown, { notFound, secrets }: RefusalOptions = {}): never {
  if (!(error instanceof StoreError)) throw error;
  const code = error.code === 'not_found' ? notFound : undefined;
  throw new McpError(code ?? ErrorCode.InvalidParams, secrets?.text(error.message) ?? error.message);
}
