/** What is wrong with the arguments of a call: nothing is sent. */
export class ArgumentFault extends Error {
  override readonly name = 'ArgumentFault';
}
