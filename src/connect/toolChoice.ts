import { defined, isList, isObject } from '../disk/base/core.ts';
import { isOurs, type ConfigPart, type Start } from '../agents/profile/parts.ts';

const flag = '--tools';
const variable = 'HISTORY_TOOLS';

/** The start of an agent's server as its entry is to have it, in which what a person chose or picked there stays. */
export function startFor(
  part: Pick<ConfigPart, 'tools'>,
  {
    start,
    present,
    chosen,
  }: { readonly start: Start; readonly present: unknown; readonly chosen?: string | undefined },
): Start {
  const picked = isOurs(present) && isObject(present) && isPick(present.tools) ? present.tools : undefined;
  return { ...withTools(start, toolsFor(part, present, chosen)), ...defined({ picked }) };
}

/** Starts the server so that it lists certain tools; undefined for those it lists by itself. */
export const withTools = ({ command, args }: Start, tools: string | undefined): Start => ({
  command,
  args: tools === undefined ? args : [...args, flag, tools],
});

/**
 * Returns the tools that an agent's server lists: those that a person chooses or chose in the present entry, else those
 * that suit the agent, unless a person picked some there for the agent: a short list would lack them, and its
 * `history_more` would call those left out. Undefined where the entry needs to name none.
 */
export function toolsFor(
  { tools }: Pick<ConfigPart, 'tools'>,
  present: unknown,
  chosen?: string,
): string | undefined {
  if (chosen !== undefined) return chosen;
  if (!isOurs(present)) return tools;
  return toolsIn(present) ?? (setsTools(present) || picksTools(present) ? undefined : tools);
}

/** Returns what an entry gives for `--tools`, in its arguments or in a command that is a list. */
function toolsIn(entry: unknown): string | undefined {
  if (!isObject(entry)) return undefined;
  const words = [entry.command, entry.args].flatMap((value): readonly unknown[] =>
    Array.isArray(value) ? value : [],
  );
  const joined = words.find((word) => typeof word === 'string' && word.startsWith(`${flag}=`));
  if (typeof joined === 'string') return joined.slice(flag.length + 1);
  const after = words[words.indexOf(flag) + 1];
  return words.includes(flag) && typeof after === 'string' ? after : undefined;
}

/** Reports whether an entry sets the tools in the environment, which agents name differently. */
const setsTools = (entry: unknown): boolean =>
  isObject(entry) && [entry.env, entry.environment].some((env) => isObject(env) && variable in env);

/** Reports whether an entry names tools that the agent may use or not, all of them aside (`tools`, `excludeTools` …). */
const picksTools = (entry: unknown): boolean =>
  isObject(entry) && Object.entries(entry).some(([key, value]) => /tools$/i.test(key) && isPick(value));

const isPick = (value: unknown): value is readonly unknown[] =>
  isList(value) && value.length > 0 && !value.includes('*');
