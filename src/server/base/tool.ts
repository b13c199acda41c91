import * as z from 'zod';
import type { KeepSettings } from '../../store/capture/types.ts';
import { isObject } from '../../store/base/core.ts';
import type { CurrentSession } from '../../store/sessions/types.ts';
import type { DialogStores, Store } from '../../store/types.ts';
import type { Places } from '../../store/transcripts/shared/agent.ts';
import { refuseArguments } from './argumentErrors.ts';
import type { Reply } from './reply.ts';
import { inputSchema, type ObjectSchema } from './toolSchema.ts';
import { hasNull, siftArguments, withoutNulls } from './arguments.ts';

/** What a client may assume of a tool before calling it. No tool of ours reaches beyond the machine. */
export interface ToolHints {
  readonly readOnly?: true;
  /** It may take something away (which is backed up first). */
  readonly destructive?: true;
  /** Calling it again with the same arguments changes nothing more. */
  readonly idempotent?: true;
}

/**
 * What a tool's refusals look like: `ok` is `{ok: false, error, detail}`, `success` is `{success: false, error, …}`,
 * `message` is `{success: false, message, …}`.
 */
export type RefusalForm = 'ok' | 'success' | 'message';

/**
 * Who is offered a tool: `core` and `default` are listed unless the server was told otherwise, `full` is listed when
 * everything is asked for, `old` is another name of a tool and never listed by itself. All of them can be called.
 */
export type Profile = 'core' | 'default' | 'full' | 'old';

/** What a tool may need to know beyond the store. */
export interface Surroundings {
  /** The project's folder, links resolved; throws a `StoreError` where the call does not say which it is. */
  readonly root: () => string;
  /** The other folders this server was started for, which an initial history shows, too. */
  readonly otherRoots: () => readonly string[];
  /** A folder that a call names besides its project, links resolved; throws a `StoreError` where it may not be used. */
  readonly folder: (path: string) => string;
  /** Where agents keep their transcripts. */
  readonly places: Places;
  /** Which sessions are kept without being asked for, and how archives look. */
  readonly keep: KeepSettings;
  /** Whether the reply is to be short: the client shows little of it, or not all of this one. */
  readonly brief: boolean;
  /** The chat that calls, as far as it can be told. */
  readonly current?: CurrentSession;
  /** The name the client gave itself. */
  readonly client?: string;
  /** The name of this machine, where memories are to say where they come from. */
  readonly hostname?: string;
}

/** The project that a request means. */
export interface OpenProject {
  readonly store: Store;
  readonly around: Surroundings;
}

/** A call whose arguments were parsed. */
export interface ParsedCall {
  readonly projectRoot: string | undefined;
  /** Names of arguments the tool does not have, which were left out. */
  readonly ignored: readonly string[];
  run(called: CalledProject, surroundings: Surroundings): Promise<Reply>;
}

/** The store of the project that a call means, loaded as far as a tool needs it. */
export interface CalledProject {
  readonly dialogs: DialogStores;
  readonly whole: () => Promise<Store>;
}

/** A tool as a value: everything the server needs to list, check and run it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  readonly profile: Profile;
  readonly outcome: RefusalForm;
  /** The shape of the reply's first text item, for the documentation. */
  readonly reply: string;
  /** The arguments as compact JSON Schema. */
  schema(): ObjectSchema;
  /**
   * Throws a `StoreError` that names every wrong argument, what it got and what it takes. `brief` for a short reply
   * unless the arguments say otherwise.
   */
  parse(args: unknown, brief?: boolean): ParsedCall;
}

/** What a tool is made of. */
export interface ToolDefinition<Shape extends z.ZodRawShape, Opened = Store> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  /** `default` unless said otherwise. */
  readonly profile?: Profile;
  /** Default `ok`. */
  readonly outcome?: RefusalForm;
  /** The shape of the reply's first text item, for the documentation. */
  readonly reply: string;
  /** The arguments besides `projectRoot`, which every tool takes. */
  readonly input: Shape;
  /** What arguments are for a short reply, where a call does not give them. */
  readonly brief?: Partial<z.input<z.ZodObject<Shape>>>;
  /** Works with the store of the checked project; what it throws becomes an error reply. */
  run(store: Opened, args: z.output<z.ZodObject<Shape>>, surroundings: Surroundings): Promise<Reply>;
}

/** Arguments whose empty name of a dialog has become that of the active one, which replies then tell. */
async function namingDialog<Arguments>(args: Arguments, { dialogs }: DialogStores): Promise<Arguments> {
  if (!isObject(args) || args.dialog !== '') return args;
  return { ...args, dialog: (await dialogs.active()).name };
}

const common = z.strictObject({ projectRoot: z.string().exactOptional() });

/** Makes a tool of its definition. */
export const defineTool = <Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): Tool =>
  makeTool(definition, ({ whole }) => whole());

/** The same for one that needs no more than dialogs, and so answers before the rest is loaded. */
export const defineDialogTool = <Shape extends z.ZodRawShape>(
  definition: ToolDefinition<Shape, DialogStores>,
): Tool => makeTool(definition, ({ dialogs }) => dialogs);

function makeTool<Shape extends z.ZodRawShape, Opened extends DialogStores>(
  definition: ToolDefinition<Shape, Opened>,
  open: (called: CalledProject) => Opened | Promise<Opened>,
): Tool {
  const { name, title, description, hints, reply, profile = 'default', outcome = 'ok' } = definition;
  const own = z.strictObject(definition.input);
  const names = [...Object.keys(common.shape), ...Object.keys(definition.input)];
  let made: ObjectSchema | undefined; // only lists, and calls with something wrong, need it
  const schema = (): ObjectSchema => (made ??= inputSchema(common.extend(definition.input)));
  const parse = (args: unknown, brief = false): ParsedCall => {
    const cleaned = hasNull(args) ? withoutNulls(args, schema()) : args;
    const { kept, ignored } = siftArguments(isObject(cleaned) ? cleaned : {}, names, hints);
    const { projectRoot, ...rest } = kept;
    const shared = common.safeParse(projectRoot === undefined ? {} : { projectRoot });
    const parsed = own.safeParse({ ...(brief && definition.brief), ...rest });
    if (shared.success && parsed.success)
      return {
        projectRoot: shared.data.projectRoot,
        ignored,
        run: async (called, surroundings) => {
          const store = await open(called);
          return definition.run(store, await namingDialog(parsed.data, store), surroundings);
        },
      };
    throw refuseArguments(name, schema(), args, [
      ...(shared.error?.issues ?? []),
      ...(parsed.error?.issues ?? []),
    ]);
  };
  return { name, title, description, hints, reply, profile, outcome, schema, parse };
}
