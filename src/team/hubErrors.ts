import { errno, StoreError, errorMessage } from '../disk/base/core.ts';
import { isPlainProblem, type HubProblem } from './types.ts';
import { shownHub, type HubAddress } from './hubUrl.ts';

/** Converts an error of the connection or database to one that says how to fix it, with the original text if it helps. */
export function hubError(error: unknown, address: HubAddress): StoreError {
  if (error instanceof StoreError) return error;
  const code = errno(error) ?? '';
  const said = errorMessage(error);
  const hub = shownHub(address);
  const problem = problemOf(code, said);
  return new StoreError(
    'storage',
    `${problemText(problem, hub, address)}${isPlainProblem(problem) ? '' : ` (${said})`}`,
    { hub, code, problem },
    { cause: error },
  );
}

/** SQLSTATE codes of unknown syntax, functions, types and features. */
const unknownToEngine = ['42601', '42883', '42704', '0A000'];

/** Marks an error while creating the schema as `engine` if the database may not be PostgreSQL. */
export function whileMigrating(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  const { cause, data } = error;
  const { code, hub } = data;
  if (typeof code !== 'string' || typeof hub !== 'string' || !unknownToEngine.includes(code)) return error;
  const said = cause instanceof Error ? cause.message : error.message;
  return new StoreError(
    'storage',
    `${hub} cannot be a hub: a hub takes PostgreSQL 14 or newer, and this database does not know all that is needed (${said})`,
    { ...data, problem: 'engine' },
    { cause },
  );
}

const unknownSigners = [
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
];

function problemOf(code: string, said: string): HubProblem {
  if (unknownSigners.includes(code)) return 'certificate';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificateHost';
  if (/does not support SSL/i.test(said)) return 'tls';
  if (/password must be a string/i.test(said)) return 'password'; // the client has no password to send
  if (code.startsWith('28')) return 'login';
  if (code === '3D000') return 'database';
  if (code === '42501') return 'rights';
  if (['3F000', '42P01', '42883'].includes(code)) return 'schema';
  if (['55P03', '57014', '25P03'].includes(code)) return 'held';
  if (/^(?:08|57|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET|ENOENT)/.test(code) || code === '')
    return 'unreachable';
  return 'refused';
}

function problemText(problem: HubProblem, hub: string, { host, user }: HubAddress): string {
  switch (problem) {
    case 'certificate':
      return (
        `The certificate of ${host} is self-signed, or signed by nobody this machine knows. If you know the server, save its ` +
        `certificate in a file and add sslmode=verify-ca&sslrootcert=FILE to the address of the hub; sslmode=no-verify trusts any`
      );
    case 'certificateHost':
      return `The certificate of the server is not for ${host}. Use the name it is for, or sslmode=verify-ca with sslrootcert`;
    case 'tls':
      return `The server at ${host} speaks no TLS. Where everything between here and it is trusted, add sslmode=disable to the address`;
    case 'password':
      return (
        `${hub} asks for the password of ${user}, and none is known here. A hub that was set up in the editor has it in the ` +
        `editor's secret storage, which other programs cannot read: give it in HISTORY_HUB_URL, PGPASSWORD or .pgpass`
      );
    case 'login':
      return `${hub} does not let ${user} in. Check user and password`;
    case 'database':
      return `${hub}: there is no such database. Create it, or name another`;
    case 'rights':
      return `${hub}: ${user} may not do this. Ask an owner of the project or who runs the database`;
    case 'schema':
      return `${hub} is not set up as a hub yet. Run: mcp-history-store team setup`;
    case 'unreachable':
      return `${hub} cannot be reached, or broke the connection. Nothing is lost; it goes on at the next try`;
    case 'held':
      return (
        `${hub} did not answer in time: another connection may hold the project. Nothing is lost; it goes on at the next try. ` +
        `If it lasts, an owner of the project ends that with: mcp-history-store team repair`
      );
    case 'refused':
      return `${hub} refused`;
  }
}
