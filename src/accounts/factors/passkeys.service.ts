import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { User } from '../people/person.js';
import { readClientData, type ClientData } from './client-data.js';
import { PasskeyChallenges, type PasskeyWish } from './passkey-challenges.service.js';
import { PasskeyStore, type StoredPasskey } from './passkey-store.port.js';
import { RelyingParty } from './relying-party.js';
import {
  Webauthn,
  type AskedPasskey,
  type NewPasskeyAnswer,
  type PasskeyQuestion,
  type ShownPasskeyAnswer,
} from './webauthn.port.js';

/** Why a passkey that was shown is not good: too late or not asked for here, nobody's, not what was asked for, used by a copy. */
export type PasskeyFault = 'late' | 'unknown' | 'wrong' | 'copied';

/** What came of a passkey that was shown: which it is said to be, and what speaks against it. */
export interface ShownPasskey {
  readonly passkey?: StoredPasskey | undefined;
  readonly fault?: PasskeyFault;
}

/** Passkeys: made, shown, used. Browsers answer a question once, and that of this gateway. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly store: PasskeyStore,
    private readonly challenges: PasskeyChallenges,
    private readonly webauthn: Webauthn,
    private readonly party: RelyingParty,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Throws `passkeys-unavailable`, `too-many-passkeys`. */
  async askForNew(user: User, holder: string): Promise<PasskeyQuestion> {
    this.party.requirePasskeys();
    const held = await this.store.listOf(user.id);
    this.requireRoom(held);
    const of = { user, held, forMs: this.challenges.livesMs };
    return this.opened('passkey to make', await this.webauthn.askForNew(this.party.id, of), holder);
  }

  /** The passkey that was made, to be kept. Throws `passkeys-unavailable`, `passkey-refused`. */
  async readNew(
    { userId, name }: Pick<StoredPasskey, 'userId' | 'name'>,
    answer: NewPasskeyAnswer,
    holder: string,
  ): Promise<StoredPasskey> {
    this.party.requirePasskeys();
    const data = await this.closed('passkey to make', answer, holder);
    if (data === undefined)
      throw new Problem('passkey-refused', 'It answers a question that is too old, or was not asked here.');
    if (!this.isOurPage(data))
      throw new Problem('passkey-refused', `Passkeys are made at ${this.party.origin}.`);
    const key = await this.webauthn.readNew(answer, this.asked(data));
    if (key === undefined) throw new Problem('passkey-refused');
    const { transports } = answer;
    return {
      ...{ id: newId('pky'), userId, name, ...key, transports },
      ...{ createdAt: this.clock.now(), lastUsedAt: null },
    };
  }

  /** Joins the transaction that is open, in which the person is locked. Throws `too-many-passkeys`, `passkey-known`. */
  async keep(passkey: StoredPasskey): Promise<void> {
    this.requireRoom(await this.store.listOf(passkey.userId));
    if (!(await this.store.insert(passkey))) throw new Problem('passkey-known');
  }

  /** One of a person, or whichever there is. Throws `passkeys-unavailable`. */
  async askToShow(holder: string, userId?: string): Promise<PasskeyQuestion> {
    this.party.requirePasskeys();
    const held = userId === undefined ? [] : await this.store.listOf(userId);
    const of = { held, forMs: this.challenges.livesMs };
    return this.opened('passkey to show', await this.webauthn.askToShow(this.party.id, of), holder);
  }

  /** Uses a passkey, of this person if one is named. */
  async use(answer: ShownPasskeyAnswer, holder: string, userId?: string): Promise<ShownPasskey> {
    const data = await this.closed('passkey to show', answer, holder);
    if (data === undefined) return { fault: 'late' };
    const passkey = await this.store.find(answer.id);
    if (passkey === undefined) return { fault: 'unknown' };
    const isOf = userId === undefined || userId === passkey.userId;
    if (!isOf || !isHandleOf(passkey, answer) || !this.isOurPage(data)) return { passkey, fault: 'wrong' };
    const counter = await this.webauthn.readShown(answer, passkey, this.asked(data));
    if (counter === undefined) return { passkey, fault: 'wrong' };
    const isUsed = await this.store.use(passkey.id, counter, this.clock.now());
    return isUsed ? { passkey } : { passkey, fault: 'copied' };
  }

  /** Whose passkey an answer names. */
  async findOwnerId({ id }: ShownPasskeyAnswer): Promise<string | undefined> {
    return (await this.store.find(id))?.userId;
  }

  private requireRoom(held: readonly StoredPasskey[]): void {
    const { MAX_PASSKEYS } = this.config.values;
    if (held.length >= MAX_PASSKEYS)
      throw new Problem('too-many-passkeys', `MAX_PASSKEYS allows ${String(MAX_PASSKEYS)} per person.`);
  }

  private async opened(
    wish: PasskeyWish,
    question: PasskeyQuestion,
    holder: string,
  ): Promise<PasskeyQuestion> {
    await this.challenges.open(wish, question.challenge, holder);
    return question;
  }

  /** What the browser says, if it was asked; it is not asked the same again. */
  private async closed(
    wish: PasskeyWish,
    { clientDataJSON }: { readonly clientDataJSON: string },
    holder: string,
  ): Promise<ClientData | undefined> {
    const data = readClientData(clientDataJSON);
    if (data === undefined) return undefined;
    return (await this.challenges.close(wish, data.challenge, holder)) ? data : undefined;
  }

  private isOurPage({ origin, crossOrigin }: ClientData): boolean {
    return origin === this.party.origin && !crossOrigin;
  }

  private asked({ challenge }: ClientData): AskedPasskey {
    return { challenge, origin: this.party.origin, partyId: this.party.id };
  }
}

/** Whether the authenticator, if it says so at all, keeps it for the same person. */
function isHandleOf({ userId }: StoredPasskey, { userHandle }: ShownPasskeyAnswer): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === userId;
}
