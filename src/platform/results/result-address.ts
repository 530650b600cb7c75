const ours = /^gantry:\/\/results\/(res_[0-9a-z]{1,32})$/;

/** The address of a kept result as a resource of MCP. */
export function resultAddress(id: string): string {
  return `gantry://results/${id}`;
}

/** The id of the kept result that an address is of; `undefined` for those of other resources. */
export function resultIdIn(uri: unknown): string | undefined {
  return typeof uri === 'string' ? ours.exec(uri)?.[1] : undefined;
}
