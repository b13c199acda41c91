import { errno, StoreError } from '../base/core.ts';
import { shownHub, type HubAddress } from './hubUrl.ts';

/** An error of the connection or the database as one that says what to do. What the database says comes last, as it was. */
export function hubError(error: unknown, address: HubAddress): StoreError {
  if (error instanceof StoreError) return error;
  const code = errno(error) ?? '';
  const said = error instanceof Error ? error.message : String(error);
  const hub = shownHub(address);
  return new StoreError(
    'storage',
    `${problemOf(code, hub, address)} (${said})`,
    { hub, code },
    { cause: error },
  );
}

const selfSigned = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'];
const unknownSigner = ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'];

function problemOf(code: string, hub: string, { host, user }: HubAddress): string {
  if (selfSigned.includes(code) || unknownSigner.includes(code))
    return (
      `The certificate of ${host} is self-signed, or signed by nobody this machine knows. If you know the server, save its ` +
      `certificate in a file and add sslmode=verify-ca&sslrootcert=FILE to the address of the hub; sslmode=no-verify trusts any`
    );
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the server is not for ${host}. Use the name it is for, or sslmode=verify-ca with sslrootcert`;
  if (code.startsWith('28')) return `${hub} does not let ${user} in. Check user and password`;
  if (code === '3D000') return `${hub}: there is no such database. Create it, or name another`;
  if (code === '42501')
    return `${hub}: ${user} may not do this. Ask an owner of the project or who runs the database`;
  if (code === '3F000' || code === '42P01' || code === '42883')
    return `${hub} is not set up as a hub yet. Run: mcp-history-store team setup`;
  if (/^(?:08|57|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET|ENOENT)/.test(code) || code === '')
    return `${hub} cannot be reached, or broke the connection. Nothing is lost; it goes on at the next try`;
  return `${hub} refused`;
}
