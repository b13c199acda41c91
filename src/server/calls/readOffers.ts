import {
  ErrorCode,
  McpError,
  type GetPromptResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { Secrets } from '../../disk/base/context.ts';
import { defined, StoreError, type Language } from '../../disk/base/core.ts';
import { plainSecrets } from '../../disk/secrets/secrets.ts';
import { chatAppUri, decoded, valuesAt, variablesOf, type Variables } from '../base/addresses.ts';
import type { Prompt, Resource } from '../base/offers.ts';
import type { OpenProject } from '../base/tool.ts';
import type { Caller, RequestedProjects } from '../base/requests.ts';
import { partAddress, partOf } from '../base/resourceParts.ts';
import { nonBlank, show } from '../base/text.ts';

/** The context of requests for prompts and resources. */
export interface ReadContext {
  readonly projects: RequestedProjects;
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly language: Language;
  /** The single root of the server, if it has just one. */
  readonly projectRoot?: string;
}

/** Returns the text of a prompt. Throws an `McpError` that lists the prompts or names the wrong argument. */
export async function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  caller: Caller,
  context: ReadContext,
): Promise<GetPromptResult> {
  const prompt = promptOf(name, context.prompts);
  const missing = prompt.arguments.find((one) => one.required && nonBlank(args[one.name]) === undefined);
  if (missing) throw invalid(`${missing.name} is missing: ${missing.description}.`);
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

/** Finds a prompt by name; throws an `McpError` that lists the prompts. */
export function promptOf(name: string, prompts: readonly Prompt[]): Prompt {
  const prompt = prompts.find((known) => known.name === name);
  if (prompt) return prompt;
  const names = prompts.map((known) => known.name).join(', ');
  throw invalid(`There is no prompt ${show(name)}; the prompts are ${names}.`);
}

/** The error for a request that cannot be answered; masks what it repeats of that. */
export const invalid = (message: string): McpError =>
  new McpError(ErrorCode.InvalidParams, plainSecrets.text(message));

/** The protocol's code for an unknown address. */
const resourceNotFound = -32002;

/** Enough for an encoded name and project folder of maximum length. Characters. */
const maxUriChars = 65_536;

/** Reads the resource at an address; `?projectRoot=…` in it names the project. Throws an `McpError`. */
export async function readResource(
  uri: string,
  caller: Caller,
  context: ReadContext,
): Promise<ReadResourceResult> {
  if (uri.length > maxUriChars)
    refuse(
      new StoreError(
        'invalid_argument',
        `The address has ${uri.length} characters; give one of at most ${maxUriChars}.`,
      ),
    );
  if (uri === chatAppUri) return chatApp();
  const wanted = partAddress(uri);
  const [, address = wanted.address, root] = /^([^?]*)\?projectRoot=(.+)$/.exec(wanted.address) ?? [];
  let project: OpenProject | undefined;
  try {
    project = await context.projects.open(root === undefined ? undefined : decoded(root), caller);
    const { text, mimeType } = await firstFound(uri, matching(address, context.resources), project);
    return { contents: [{ uri, mimeType, text: partOf(text, wanted) }] };
  } catch (error) {
    return refuse(error, { notFound: resourceNotFound, secrets: project?.store.secrets });
  }
}

/** Reads the page that chats show for replies; it needs nothing from outside, and no frame but the chat's own. */
async function chatApp(): Promise<ReadResourceResult> {
  const { chatAppPage } = await import('../base/chatAppPage.ts');
  const mimeType = 'text/html;profile=mcp-app';
  const _meta = { ui: { csp: {}, prefersBorder: true } };
  return { contents: [{ uri: chatAppUri, mimeType, text: chatAppPage, _meta }] };
}

interface Match {
  readonly resource: Resource;
  readonly variables: Variables;
}

/** Some clients decode an address before passing it on, so a slash may belong to a name; tried last. */
const matching = (address: string, resources: readonly Resource[]): Match[] =>
  [
    ...resources.map((resource) => ({ resource, slashed: undefined })),
    ...resources.flatMap((resource) => variablesOf(resource.uri).map((slashed) => ({ resource, slashed }))),
  ].flatMap(({ resource, slashed }) => {
    const variables = valuesAt(address, resource.uri, slashed);
    return variables ? [{ resource, variables }] : [];
  });

/** Several templates may match an address; the first one that exists wins. */
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

/** Reads a resource and masks secrets, which a name in the address may repeat. */
export const textOf = async (
  resource: Resource,
  variables: Variables,
  project: OpenProject,
): Promise<string> => project.store.secrets.document(await resource.read(project, variables));

interface RefusalOptions {
  readonly notFound?: number;
  /** The secrets of the project, once known. */
  readonly secrets?: Secrets | undefined;
}

/** Converts a store's error to a protocol error; masks the whole message. */
export function refuse(error: unknown, { notFound, secrets = plainSecrets }: RefusalOptions = {}): never {
  if (!(error instanceof StoreError)) throw error;
  const code = error.code === 'not_found' ? notFound : undefined;
  throw new McpError(code ?? ErrorCode.InvalidParams, secrets.text(error.message));
}
