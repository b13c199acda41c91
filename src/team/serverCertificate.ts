import { X509Certificate } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { HubAddress } from './hubUrl.ts';

const answerWithinMs = 15_000;
/** PostgreSQL's request for TLS: length and code. */
const askForTls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

const maxSigners = 10;

/** The certificate a server presents before any login. */
export interface ServerCertificate {
  /** Subject as stated in it. */
  readonly subject: string;
  /** SHA-256 in the usual form: `AB:CD:…`. */
  readonly fingerprint: string;
  /** Expiry date as stated in it. */
  readonly validTo: string;
  /** PEM certificate by which the server can be verified from now on; undefined if none is self-signed. */
  readonly pem: string | undefined;
}

/** Fetches a server's certificate without sending a name or password. Throws network errors unchanged. */
export function serverCertificate({ host, port }: HubAddress): Promise<ServerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host, port, timeout: answerWithinMs });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.once('error', fail);
    socket.once('timeout', () => fail(new Error(`${host} did not answer in time`)));
    socket.once('connect', () => socket.write(askForTls));
    socket.once('data', (answer) => {
      if (answer.toString('latin1') !== 'S') {
        fail(new Error(`The server at ${host} speaks no TLS`));
        return;
      }
      const secured = connectTls({ socket, rejectUnauthorized: false }, () => {
        const shown = secured.getPeerX509Certificate();
        secured.destroy();
        if (shown) resolve(certificateOf(shown));
        else fail(new Error(`The server at ${host} shows no certificate`));
      });
      secured.once('error', fail);
    });
  });
}

function certificateOf(shown: X509Certificate): ServerCertificate {
  const top = topOf(shown);
  return {
    subject: /^CN=(.+)$/m.exec(shown.subject)?.[1] ?? shown.subject,
    fingerprint: shown.fingerprint256,
    validTo: shown.validTo,
    pem: top.verify(top.publicKey) ? `${top.toString().trimEnd()}\n` : undefined,
  };
}

/** Returns the last certificate of the server's chain, each of which signed the one before. */
function topOf(shown: X509Certificate): X509Certificate {
  let top = shown;
  for (let n = 0; n < maxSigners && top.issuerCertificate; n++) top = top.issuerCertificate;
  return top;
}
