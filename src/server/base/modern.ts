// The revision 2026-07-28 of the protocol: no handshake, each request names its version and what its client can do.
import {
  ErrorCode,
  type Implementation,
  type JSONRPCErrorResponse,
  type JSONRPCRequest,
  type Result,
  type ServerCapabilities,
} from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../disk/base/core.ts';

export const modernVersion = '2026-07-28';

const key = (name: string): string => `io.modelcontextprotocol/${name}`;
const answersKey = key('history.inputResponses');

/** Codes of errors that this revision defines. */
export const modernErrors = { headerMismatch: -32020, unsupportedVersion: -32022 } as const;

/** The protocol's code for an unknown address before this revision, which must not be sent in it. */
const oldNotFound = -32002;

/** What a server says about itself. */
export interface ServerAbout {
  readonly serverInfo: Implementation;
  readonly capabilities: ServerCapabilities;
  readonly instructions: string;
  /** Whether the client's open folders (its roots) tell which project is meant. */
  readonly asksFolders: boolean;
}

const metaOf = ({ params }: Pick<JSONRPCRequest, 'params'>): Readonly<Record<string, unknown>> =>
  isObject(params?._meta) ? params._meta : {};

/** The version that a request names, in any form; undefined for a request of the handshake era. */
export const namedVersion = (request: Pick<JSONRPCRequest, 'params'>): unknown =>
  metaOf(request)[key('protocolVersion')];

/** Methods of earlier revisions that are gone. */
const removed = new Set(
  'initialize ping logging/setLevel resources/subscribe resources/unsubscribe'.split(' '),
);

/** Versions are no longer than this, secrets are, and those are not repeated. Characters. */
const versionChars = 16;

/** Refuses a request that is malformed in this revision; undefined for others. */
export function envelopeError(request: JSONRPCRequest): JSONRPCErrorResponse | undefined {
  const { id, method } = request;
  const error = (code: number, message: string, data?: unknown): JSONRPCErrorResponse => ({
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data !== undefined && { data }) },
  });
  const version = namedVersion(request);
  if (typeof version === 'string' && version !== modernVersion)
    return error(modernErrors.unsupportedVersion, `Unsupported protocol version. Use ${modernVersion}.`, {
      supported: [modernVersion],
      requested: version.length > versionChars ? '…' : version,
    });
  if (typeof version !== 'string' || !isObject(metaOf(request)[key('clientCapabilities')]))
    return error(
      ErrorCode.InvalidParams,
      `_meta needs ${key('protocolVersion')} and ${key('clientCapabilities')} in each request of ${modernVersion}.`,
    );
  return removed.has(method)
    ? error(ErrorCode.MethodNotFound, `There is no method ${method} in ${modernVersion}.`)
    : undefined;
}

/** The result of `server/discover`. */
export const discovered = ({ capabilities, instructions }: ServerAbout): Result => ({
  supportedVersions: [modernVersion],
  capabilities,
  instructions,
});

/** How long a client may use the result of a method again; undefined for results that are not to be kept. Milliseconds. */
const lifetimes: Readonly<Record<string, number>> = {
  'server/discover': 3_600_000,
  'tools/list': 3_600_000,
  'prompts/list': 3_600_000,
  'resources/templates/list': 3_600_000,
  'resources/list': 0,
  'resources/read': 0,
};

/** Completes the result of a method as this revision wants it. */
export function modernResult(method: string, result: Result, { serverInfo }: ServerAbout): Result {
  const ttlMs = 'inputRequests' in result ? undefined : lifetimes[method];
  return {
    resultType: 'complete',
    ...result,
    ...(ttlMs !== undefined && { ttlMs, cacheScope: 'private' }),
    _meta: { ...result._meta, [key('serverInfo')]: serverInfo },
  };
}

/** Replaces the code of an error that this revision sends no more. */
export const modernErrorCode = (code: number): number =>
  code === oldNotFound ? ErrorCode.InvalidParams : code;

/** Name of the question for the open folders. */
const folders = 'folders';
/** Methods that may be answered by a question. */
const asking = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Asks for the client's open folders, if the client can tell them and the request has neither them nor a project. */
export function folderQuestion(request: JSONRPCRequest, { asksFolders }: ServerAbout): Result | undefined {
  const { method, params } = request;
  const capabilities = metaOf(request)[key('clientCapabilities')];
  if (!asksFolders || !asking.has(method) || !isObject(capabilities) || !isObject(capabilities.roots))
    return undefined;
  if (isObject(params?.inputResponses) || namesProject(params ?? {})) return undefined;
  return { resultType: 'input_required', inputRequests: { [folders]: { method: 'roots/list' } } };
}

/** Reports whether a request names its project: in its arguments, those of the call within it, or its address. */
function namesProject({ arguments: args, uri }: NonNullable<JSONRPCRequest['params']>): boolean {
  const within = isObject(args) ? args.arguments : undefined;
  const isNamed = [args, within].some((one) => isObject(one) && typeof one.projectRoot === 'string');
  return isNamed || (typeof uri === 'string' && uri.includes('?projectRoot='));
}

/** The request with its answers in `_meta`, where handlers find them. */
export function withAnswers(request: JSONRPCRequest): JSONRPCRequest {
  const answers = request.params?.inputResponses;
  if (!isObject(answers)) return request;
  return { ...request, params: { ...request.params, _meta: { ...metaOf(request), [answersKey]: answers } } };
}

/** The client of a request of this revision, as its `_meta` tells. */
interface ModernCaller {
  readonly client: { readonly client?: string; readonly clientVersion?: string };
  /** Its open folders, where it was asked for them. */
  readonly roots: readonly unknown[];
}

/** Returns what `_meta` of a request tells about its client; undefined in the handshake era. */
export function modernCaller(meta: unknown): ModernCaller | undefined {
  if (!isObject(meta) || meta[key('protocolVersion')] === undefined) return undefined;
  const { [key('clientInfo')]: info, [answersKey]: answers } = meta;
  const { name, version } = isObject(info) ? info : {};
  const answer = isObject(answers) ? answers[folders] : undefined;
  const roots = isObject(answer) ? answer.roots : undefined;
  return {
    client: {
      ...(typeof name === 'string' && { client: name }),
      ...(typeof version === 'string' && { clientVersion: version }),
    },
    roots: Array.isArray(roots) ? roots : [],
  };
}
