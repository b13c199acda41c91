import assert from 'node:assert/strict';
import { hubError } from '../../../../src/team/hubErrors.ts';
import { parseHubUrl } from '../../../../src/team/hubUrl.ts';

describe('why a hub does not answer', () => {
  const address = parseHubUrl('postgresql://ann@db.example.com/history');
  const told = (message: string, code?: string): string =>
    hubError(Object.assign(new Error(message), code !== undefined && { code }), address).message;

  it('is told in words, without those of the driver where they add nothing', () => {
    const sasl = told('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    assert.match(sasl, /asks for the password of ann/);
    assert.doesNotMatch(sasl, /SASL/);
    assert.doesNotMatch(told('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'), /\(self-signed/);
    assert.doesNotMatch(told('password authentication failed', '28P01'), /authentication/);
    assert.match(told('out of shared memory', '53200'), /refused \(out of shared memory\)$/);
  });
});
