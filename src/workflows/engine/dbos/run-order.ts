/** A run as it is given to a process to carry it out. */
export interface RunOrder {
  readonly runId: string;
  /** Which time it is. An order that is not the latest of its run is void. */
  readonly dispatch: number;
}

/** With whose run it is: accounts take turns. */
export interface OwnedOrder extends RunOrder {
  readonly accountId: string;
}

/** Id of the durable workflow that stands for an order: `<run>`, `<run>~2`, … */
export function orderId({ runId, dispatch }: RunOrder): string {
  return dispatch === 1 ? runId : `${runId}~${String(dispatch)}`;
}
