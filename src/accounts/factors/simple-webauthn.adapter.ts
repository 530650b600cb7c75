import { Injectable } from '@nestjs/common';
import type { User } from '../people/person.js';
import type { StoredPasskey } from './passkey-store.port.js';
import {
  Webauthn,
  type AskedPasskey,
  type NewPasskeyAnswer,
  type PasskeyKey,
  type PasskeyQuestion,
  type ShownPasskeyAnswer,
} from './webauthn.port.js';

/** ES256 and RS256, which all authenticators have one of. */
const algorithms = [-7, -257];
/** In base64url; more than an RSA key of 8192 bits. */
const maxPublicKeyLength = 2000;

/** The library is loaded when a first passkey is asked for: it takes memory and time that most processes never need. */
@Injectable()
export class SimpleWebauthn extends Webauthn {
  async askForNew(
    partyId: string,
    { user, held, forMs }: { user: User; held: readonly StoredPasskey[]; forMs: number },
  ): Promise<PasskeyQuestion> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const question = await generateRegistrationOptions({
      ...{ rpName: `Gantry ${partyId}`, rpID: partyId, timeout: forMs },
      ...{ userName: user.email, userDisplayName: user.name, userID: Uint8Array.from(Buffer.from(user.id)) },
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: held.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { ...question };
  }

  async askToShow(
    partyId: string,
    { held, forMs }: { held: readonly StoredPasskey[]; forMs: number },
  ): Promise<PasskeyQuestion> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const question = await generateAuthenticationOptions({
      ...{ rpID: partyId, timeout: forMs, userVerification: 'required' },
      allowCredentials: held.map(descriptorOf),
    });
    return { ...question };
  }

  async readNew(answer: NewPasskeyAnswer, asked: AskedPasskey): Promise<PasskeyKey | undefined> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    if (!(await isUnattested(answer))) return undefined;
    const { clientDataJSON, attestationObject } = answer;
    const { registrationInfo } = await unlessWrong(() =>
      verifyRegistrationResponse({
        response: { ...envelopeOf(answer), response: { clientDataJSON, attestationObject } },
        ...expected(asked),
        supportedAlgorithmIDs: algorithms,
      }),
    );
    if (registrationInfo === undefined) return undefined;
    const { id: credentialId, publicKey: bytes, counter } = registrationInfo.credential;
    const publicKey = Buffer.from(bytes).toString('base64url');
    const fits = credentialId === answer.id && publicKey.length <= maxPublicKeyLength;
    return fits ? { credentialId, publicKey, counter } : undefined;
  }

  async readShown(
    answer: ShownPasskeyAnswer,
    passkey: StoredPasskey,
    asked: AskedPasskey,
  ): Promise<number | undefined> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { clientDataJSON, authenticatorData, signature } = answer;
    const publicKey = Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url'));
    const shown = await unlessWrong(() =>
      verifyAuthenticationResponse({
        response: { ...envelopeOf(answer), response: { clientDataJSON, authenticatorData, signature } },
        ...expected(asked),
        // Whether the counter went on is judged where it is written, so that of two uses at once one counts.
        credential: { id: passkey.credentialId, publicKey, counter: 0 },
      }),
    );
    return shown.verified === true ? shown.authenticationInfo?.newCounter : undefined;
  }
}

function descriptorOf({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId, transports: [...transports] };
}

function envelopeOf({ id }: { readonly id: string }) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

function expected({ challenge, origin, partyId }: AskedPasskey) {
  return {
    ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: partyId },
    requireUserVerification: true,
  };
}

/** Whether nobody vouches for its make, as was asked for: a statement with certificates would have the library fetch what they name. */
async function isUnattested({ attestationObject }: NewPasskeyAnswer): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const bytes = Uint8Array.from(Buffer.from(attestationObject, 'base64url'));
    const decoded = decodeAttestationObject(bytes);
    const format: unknown = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** The library throws at what is not as it must be; it knows neither database nor network here. */
async function unlessWrong<T extends object>(verify: () => Promise<T>): Promise<Partial<T>> {
  try {
    return await verify();
  } catch {
    return {};
  }
}
