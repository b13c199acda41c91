import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/sdk/types.js';
import { variablesOf } from '../base/addresses.ts';
import { completionOf, type Completer } from '../base/completion.ts';
import type { OpenProject } from '../base/tool.ts';
import type { Caller } from '../base/requests.ts';
import { nonBlank, show } from '../base/text.ts';
import { invalid, promptOf, refuse, type ReadContext } from './readOffers.ts';

/** An additional argument of every prompt and template, where a server has several roots or none. */
const projectVariable = 'projectRoot';

/** Completes an argument of a prompt or a variable of a template. Throws an `McpError` that lists the known ones. */
export async function complete(
  { ref, argument, context: { arguments: given = {} } = {} }: CompleteRequest['params'],
  caller: Caller,
  context: ReadContext,
): Promise<CompleteResult> {
  const completers = ref.type === 'ref/prompt' ? ofPrompt(ref.name, context) : ofTemplate(ref.uri, context);
  if (!completers.has(argument.name))
    throw invalid(
      `There is no ${show(argument.name)} to complete; there is ${[...completers.keys()].join(', ') || 'nothing'}.`,
    );
  let opened: Promise<OpenProject> | undefined;
  const project = () => (opened ??= context.projects.open(nonBlank(given[projectVariable]), caller));
  const { language } = context;
  try {
    const candidates = await completers.get(argument.name)?.({
      project,
      language,
      given,
      typed: argument.value,
    });
    const { values, ...more } = completionOf(candidates ?? [], argument.value);
    return { completion: { values: [...values], ...more } };
  } catch (error) {
    return refuse(error);
  }
}

type Completers = ReadonlyMap<string, Completer | undefined>;

function ofPrompt(name: string, context: ReadContext): Completers {
  const own = promptOf(name, context.prompts).arguments.map((one) => [one.name, one.complete] as const);
  return new Map([...own, [projectVariable, rootsOf(context)]]);
}

function ofTemplate(uri: string, context: ReadContext): Completers {
  const template = uri.replace(`{?${projectVariable}}`, '');
  const resource = context.resources.find((known) => known.uri === template);
  if (!resource) {
    const templates = context.resources.map((known) => known.uri).filter((known) => known.includes('{'));
    throw invalid(`There is no template ${show(uri)}; the templates are ${templates.join(', ')}.`);
  }
  const own = variablesOf(resource.uri).map((name) => [name, resource.complete?.[name]] as const);
  return new Map([...own, [projectVariable, rootsOf(context)]]);
}

const rootsOf =
  ({ projects }: ReadContext): Completer =>
  () =>
    projects.roots().map((value) => ({ value }));
