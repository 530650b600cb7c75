import { Injectable } from '@nestjs/common';
import type { Origin } from '../audit/audit.service.js';

type Listener = (userId: string, origin: Origin) => Promise<void>;

/** Lets modules that depend on accounts act when someone joins the operator's account. All of it joins the open transaction. */
@Injectable()
export class OperatorJoins {
  private readonly listeners: Listener[] = [];

  onJoin(listener: Listener): void {
    this.listeners.push(listener);
  }

  async joined(userId: string, origin: Origin): Promise<void> {
    for (const listener of this.listeners) await listener(userId, origin);
  }
}
