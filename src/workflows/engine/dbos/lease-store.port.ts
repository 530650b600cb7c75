import type { RunEvent } from '../../runs/run-event.js';
import type { Run } from '../../runs/run.js';
import type { OwnedOrder, RunOrder } from './run-order.js';

/** A run that this process carries out, for as long as nobody else has written a token of theirs. */
export interface Lease {
  readonly runId: string;
  readonly token: string;
}

/** A lease as it is taken: by whom, and under which token. */
export interface LeaseHolder {
  readonly workerId: string;
  readonly token: string;
}

/** A run that is still this process's. */
export interface LeasedRun {
  readonly id: string;
  /** Whether somebody wants it to stop. */
  readonly isCancelled: boolean;
}

/** A run under way of which it is not certain that anybody carries it out. */
export interface LooseRun extends OwnedOrder {
  /** Of the lease that is on it; `null`: none is. */
  readonly token: string | null;
  /** The process that asks has that lease. */
  readonly isOwn: boolean;
}

/** A run that was taken from a process that died. */
export interface SeizedRun extends OwnedOrder {
  /** How often in a row a process died over it, this time included. */
  readonly recoveries: number;
}

/** Who has which run. */
export abstract class LeaseStore {
  /** Writes a new run down together with its lease, and with what else begins at this moment. */
  abstract begin(run: Run, first: RunEvent, holder: LeaseHolder): Promise<void>;
  /** Takes the run of an order that nobody has, or that has the token `previous`. `false` when there is nothing left to do for the order. */
  abstract claim(order: RunOrder, holder: LeaseHolder, previous?: string): Promise<boolean>;
  /** Those of these that hold. */
  abstract listHeld(leases: readonly Lease[]): Promise<LeasedRun[]>;
  /** Makes a run that waits one that is under way: its new order, undefined when it does not wait. */
  abstract wake(runId: string): Promise<OwnedOrder | undefined>;
  /** Does so with runs whose time has come by `until`, the most urgent first. Nobody else gets the same ones. */
  abstract wakeDue(until: number, limit: number): Promise<OwnedOrder[]>;
  /**
   * Takes runs from a worker, with new orders: those under way, and those that it put aside without having seen a signal that was there.
   * `counts`: it died over those under way.
   */
  abstract seize(workerId: string, counts: boolean, limit: number): Promise<SeizedRun[]>;
  /** The same order anew, when it is still the latest of a run that is under way and has the same lease. */
  abstract renew(run: LooseRun): Promise<OwnedOrder | undefined>;
  /** Runs under way that began before an instant and that nobody has, or nobody who is known, or `workerId`; by id, those after `after`. */
  abstract listLoose(workerId: string, before: number, after: string, limit: number): Promise<LooseRun[]>;
  /** Whether some run under way is nobody's. */
  abstract hasUnclaimed(): Promise<boolean>;
}
