import { Injectable } from '@nestjs/common';

type Listener = (userId: string) => void;

/** Tells what knows of people without being known to accounts that somebody has signed in at an issuer, which may say other things of them now. */
@Injectable()
export class SignInNews {
  private readonly listeners: Listener[] = [];

  onSignIn(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** To be said when it is committed. */
  signedIn(userId: string): void {
    for (const listener of this.listeners) listener(userId);
  }
}
