/** A setting that cannot be used. */
export interface ConfigFault {
  readonly variable: string;
  readonly detail: string;
}
