/** Why no call is what a request asks for. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';

  constructor(
    message: string,
    /** JSON pointer of what is wrong, in the request. */
    readonly pointer = '',
  ) {
    super(message);
  }
}
