import * as z from 'zod';
import type { KeepSettings } from '../../history/capture/types.ts';
import { isObject, StoreError } from '../../disk/base/core.ts';
import type { CurrentSession } from '../../history/sessions/types.ts';
import type { DialogStores, Store } from '../../store/types.ts';
import type { Places } from '../../agents/profile/machine.ts';
import { refuseArguments } from './argumentErrors.ts';
import type { Reply } from './reply.ts';
import { show } from './text.ts';
import { inputSchema, type ObjectSchema } from './toolSchema.ts';
import { hasNull, siftArguments, withoutNulls } from './arguments.ts';
import { asMeant } from './meantArguments.ts';

/** What a client may assume about a tool. None of our tools reaches beyond the machine. */
export interface ToolHints {
  readonly readOnly?: true;
  /** It may remove something (after a backup). */
  readonly destructive?: true;
  /** Repeating a call with the same arguments has no further effect. */
  readonly idempotent?: true;
}

/**
 * The form of a tool's error replies: `ok` is `{ok: false, error, detail}`, `success` is `{success: false, error, …}`,
 * `message` is `{success: false, message, …}`.
 */
export type RefusalForm = 'ok' | 'success' | 'message';

/**
 * When a tool is listed: `core` always, `default` by default, `full` on request for everything, `more` with `core` alone,
 * `old` (a former name) never. All can be called.
 */
export type Profile = 'core' | 'default' | 'full' | 'more' | 'old';

/** The context of a tool's call besides the store. */
export interface ToolContext {
  /** The project's folder without links; throws a `StoreError` where the call does not identify it. */
  readonly root: () => string;
  /** The other folders the server was started for, shown in an initial history as well. */
  readonly otherRoots: () => readonly string[];
  /** Resolves a further folder named in a call, without links; throws a `StoreError` where it is not allowed. */
  readonly folder: (path: string) => string;
  /** Where agents keep their transcripts. */
  readonly places: Places;
  /** Settings of keeping sessions and of archives. */
  readonly keep: KeepSettings;
  /** Whether to reply briefly, because the client shows little, or not all of this reply. */
  readonly brief: boolean;
  /** The calling chat, where known. */
  readonly current?: CurrentSession;
  /** The client's name for itself. */
  readonly client?: string;
  /** Where the client saved last, by history folder; missing where neither the process nor the request tells clients apart. */
  readonly savedTo?: Map<string, SavedTo>;
  /** Name of this machine, where memories should record it. */
  readonly hostname?: string;
}

/** The dialog that a client named in its last save, and the one that was active then. */
export interface SavedTo {
  readonly dialog: string;
  readonly active: string;
}

/** The project of a request. */
export interface OpenProject {
  readonly store: Store;
  readonly toolContext: ToolContext;
}

/** A call with parsed arguments. */
export interface ParsedCall {
  readonly projectRoot: string | undefined;
  /** Names of unknown arguments, which were ignored. */
  readonly ignored: readonly string[];
  run(called: CalledProject, toolContext: ToolContext): Promise<Reply>;
}

/** The store of a call's project, loaded as far as needed. */
export interface CalledProject {
  readonly dialogs: DialogStores;
  readonly whole: () => Promise<Store>;
  /** Returns the notices about the history that agents have not yet received. */
  readonly notices?: () => Reply;
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
  /** Whether it also works in the home folder, where it makes no history: it reads or archives. */
  readonly anywhere: boolean;
  /** The arguments as compact JSON Schema. */
  schema(): ObjectSchema;
  /** Parses arguments; throws a `StoreError` that names every wrong one, its value and what is allowed. `brief` applies the defaults of a short reply. */
  parse(args: unknown, brief?: boolean): ParsedCall;
}

/** The definition of a tool. */
export interface ToolDefinition<Shape extends z.ZodRawShape, Opened = Store> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  /** Default `default`. */
  readonly profile?: Profile;
  /** Default for tools that only read. */
  readonly anywhere?: true;
  /** Default `ok`. */
  readonly outcome?: RefusalForm;
  /** The shape of the reply's first text item, for the documentation. */
  readonly reply: string;
  /** The arguments besides `projectRoot`, which every tool takes. */
  readonly input: Shape;
  /** Converts arguments from the form of other services. */
  readonly adapt?: (args: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Defaults of arguments for a short reply. */
  readonly brief?: Partial<z.input<z.ZodObject<Shape>>>;
  /** Whether later calls of the client without a dialog mean the one of this call. */
  readonly saves?: true;
  /** Runs with the store of the checked project; a thrown error becomes an error reply. */
  run(store: Opened, args: z.output<z.ZodObject<Shape>>, toolContext: ToolContext): Promise<Reply>;
}

/**
 * Returns the dialog that a call without one means: the one that the client named in its last save, unless a person
 * chose another active one since, else the active one.
 */
export async function meantDialog(
  { folder, dialogs }: DialogStores,
  { savedTo }: Pick<ToolContext, 'savedTo'>,
): Promise<string> {
  const { name } = await dialogs.active();
  const saved = savedTo?.get(folder);
  return saved?.active === name ? saved.dialog : name;
}

/** Notes the dialog of a save that names one. */
async function noteSave(
  { folder, dialogs }: DialogStores,
  { savedTo }: Pick<ToolContext, 'savedTo'>,
  dialog: unknown,
): Promise<void> {
  if (savedTo === undefined || typeof dialog !== 'string') return;
  savedTo.set(folder, { dialog, active: (await dialogs.active()).name });
}

/** Says in the reply which dialog a call without one acted on, also where it is refused. */
export async function namingDialog(dialog: string, replying: Promise<Reply>): Promise<Reply> {
  try {
    return [...(await replying), `dialog: ${show(dialog)}`];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { code, message, data } = error;
    throw new StoreError(code, message, { ...data, dialog }, { cause: error });
  }
}

const dialogIn = (args: unknown): unknown => (isObject(args) ? args.dialog : undefined);

const common = z.strictObject({ projectRoot: z.string().exactOptional() });

/** Creates a tool from its definition. */
export const defineTool = <Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): Tool =>
  makeTool(definition, ({ whole }) => whole());

/** Creates a tool that needs only dialogs, and so replies before the rest is loaded. */
export const defineDialogTool = <Shape extends z.ZodRawShape>(
  definition: ToolDefinition<Shape, DialogStores>,
): Tool => makeTool(definition, ({ dialogs }) => dialogs);

function makeTool<Shape extends z.ZodRawShape, Opened extends DialogStores>(
  definition: ToolDefinition<Shape, Opened>,
  open: (called: CalledProject) => Opened | Promise<Opened>,
): Tool {
  const { name, title, description, hints, reply, profile = 'default', outcome = 'ok' } = definition;
  const anywhere = definition.anywhere ?? hints.readOnly ?? false;
  let made: ObjectSchema | undefined; // needed only for lists and for arguments that are not well-formed
  const schema = (): ObjectSchema => (made ??= inputSchema(common.extend(definition.input)));
  const check = argumentCheck(definition, schema);
  const parse = (args: unknown, brief = false): ParsedCall => {
    const asSent = check(args, brief);
    const { checked, issues, ignored } = asSent.checked ? asSent : check(asMeant(args, schema()), brief);
    if (!checked) throw refuseArguments(name, schema(), asMeant(args, schema()), issues);
    return {
      projectRoot: checked.projectRoot,
      ignored,
      run: async (called, toolContext) => {
        const store = await open(called);
        const meant = dialogIn(checked.own) === '' ? await meantDialog(store, toolContext) : undefined;
        const args = meant === undefined ? checked.own : { ...checked.own, dialog: meant };
        const running = definition.run(store, args, toolContext);
        if (meant !== undefined) return namingDialog(meant, running);
        const reply = await running;
        if (definition.saves) await noteSave(store, toolContext, dialogIn(args));
        return reply;
      },
    };
  };
  return { name, title, description, hints, reply, profile, outcome, anywhere, schema, parse };
}

/** Creates a function that validates arguments; its result has no `checked` where they are wrong. */
function argumentCheck<Shape extends z.ZodRawShape>(
  {
    input,
    hints,
    brief: briefDefaults,
    adapt = (args) => args,
  }: Pick<ToolDefinition<Shape>, 'input' | 'hints' | 'brief' | 'adapt'>,
  schema: () => ObjectSchema,
) {
  const own = z.strictObject(input);
  const names = [...Object.keys(common.shape), ...Object.keys(input)];
  return (args: unknown, brief: boolean) => {
    const cleaned = hasNull(args) ? withoutNulls(args, schema()) : args;
    const { kept, ignored } = siftArguments(adapt(isObject(cleaned) ? cleaned : {}), names, hints);
    const { projectRoot, ...rest } = kept;
    const shared = common.safeParse(projectRoot === undefined ? {} : { projectRoot });
    const parsed = own.safeParse({ ...(brief && briefDefaults), ...rest });
    return {
      ignored,
      issues: [...(shared.error?.issues ?? []), ...(parsed.error?.issues ?? [])],
      checked:
        shared.success && parsed.success
          ? { projectRoot: shared.data.projectRoot, own: parsed.data }
          : undefined,
    };
  };
}
