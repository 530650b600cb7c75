import { randomBytes } from 'node:crypto';
import { maxStateBytes, readAuthorizationRequest } from './authorization-request.js';
import { packQuery, unpackQuery } from './packed-query.js';

describe('an authorization request', () => {
  it('gives a state back byte for byte, whatever it is made of', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const sent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const { state = '' } = readAuthorizationRequest(`client_id=x&state=${sent}`);
    const back = state.replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number(`0x${hex}`)),
    );
    expect(Buffer.from(back, 'latin1').equals(bytes)).toBe(true);
    expect(readAuthorizationRequest('state=a+b%2Bc%zz=').state).toBe('a%20b%2Bc%25zz%3D');
  });

  it('has a state of at most 4 KiB', () => {
    expect(readAuthorizationRequest(`state=${'x'.repeat(maxStateBytes)}`).state).toHaveLength(maxStateBytes);
    expect(readAuthorizationRequest(`state=${'x'.repeat(maxStateBytes + 1)}`)).toMatchObject({
      isStateTooLong: true,
    });
  });

  it('tells what is said twice, but for resources', () => {
    const request = readAuthorizationRequest(
      'client_id=a&client_id=b&resource=x&resource=y&scope=&scope=s&state=1&state=2&__proto__=z',
    );
    expect(request.repeated).toEqual(['client_id', 'state']);
    expect(request.resources).toEqual(['x', 'y']);
    expect(request.scope).toBe('s');
    expect(request.state).toBeUndefined();
  });

  it('comes back from the sign-in as it was', () => {
    const query = `state=${[...randomBytes(4096)].map((byte) => `%${byte.toString(16)}`).join('')}`;
    expect(unpackQuery(packQuery(query))).toBe(query);
    for (const wrong of ['', 'x', '.', packQuery('x'.repeat(70_000))])
      expect(unpackQuery(wrong)).toBeUndefined();
  });
});
