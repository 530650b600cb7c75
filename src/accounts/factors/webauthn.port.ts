import type { User } from '../people/person.js';
import type { StoredPasskey } from './passkey-store.port.js';

/** A question to a browser in the JSON of Web Authentication, and the challenge in it. */
export interface PasskeyQuestion {
  readonly [member: string]: unknown;
  readonly challenge: string;
}

/** What a browser says of a passkey that it made or let sign: texts in base64url. */
interface PasskeyAnswer {
  readonly id: string;
  readonly clientDataJSON: string;
}

/** A passkey that a browser made. */
export interface NewPasskeyAnswer extends PasskeyAnswer {
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** A passkey that a browser let sign. */
export interface ShownPasskeyAnswer extends PasskeyAnswer {
  readonly authenticatorData: string;
  readonly signature: string;
  /** Whose it is, as the authenticator says; some say nothing where they were told which to show. */
  readonly userHandle: string | undefined;
}

/** To what an answer must be one. */
export interface AskedPasskey {
  readonly challenge: string;
  readonly origin: string;
  readonly partyId: string;
}

/** The public half of a new passkey. */
export type PasskeyKey = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter'>;

/** The ceremonies of Web Authentication. The authenticator must have seen who its person is, by a finger, a face or a PIN. */
export abstract class Webauthn {
  /** Asks to make a passkey, with none of `held`. */
  abstract askForNew(
    partyId: string,
    of: { readonly user: User; readonly held: readonly StoredPasskey[]; readonly forMs: number },
  ): Promise<PasskeyQuestion>;
  /** Asks to show a passkey: one of these, or whichever there is. */
  abstract askToShow(
    partyId: string,
    of: { readonly held: readonly StoredPasskey[]; readonly forMs: number },
  ): Promise<PasskeyQuestion>;
  /** `undefined` when it is not as asked for. */
  abstract readNew(answer: NewPasskeyAnswer, asked: AskedPasskey): Promise<PasskeyKey | undefined>;
  /** How often the passkey was used, as its authenticator says; `undefined` when it is not this one, or not as asked for. */
  abstract readShown(
    answer: ShownPasskeyAnswer,
    passkey: StoredPasskey,
    asked: AskedPasskey,
  ): Promise<number | undefined>;
}
