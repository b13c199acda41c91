import { X509Certificate } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { HubAddress } from './hubUrl.ts';

const answerWithinMs = 15_000;
/** With which a client of PostgreSQL asks for TLS: a length, then the code of it. */
const askForTls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

const mostSigners = 10;

/** The certificate that a server shows, before anybody has said who they are. */
export interface ServerCertificate {
  /** Whom it is for, as it says. */
  readonly subject: string;
  /** SHA-256, as programs show it: `AB:CD:…`. */
  readonly fingerprint: string;
  /** Until when it holds, as it says. */
  readonly validTo: string;
  /** What the server can be known by from now on, as PEM; undefined where it shows no certificate that is signed by itself. */
  readonly pem: string | undefined;
}

/** Asks a server for its certificate. No name and no password is sent. Throws what the network says. */
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

/** The last of the certificates that the server shows, each of which signed the one before it. */
function topOf(shown: X509Certificate): X509Certificate {
  let top = shown;
  for (let n = 0; n < mostSigners && top.issuerCertificate; n++) top = top.issuerCertificate;
  return top;
}
