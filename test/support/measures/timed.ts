const again = 2;

/**
 * What the file shows is judged by a clock: a test of it that fails is run twice more, with what it said, after the others of its group. A busy
 * machine can make what is quick look slow, but not what is slow look quick.
 */
export function timed(): void {
  Object.assign(globalThis, {
    [Symbol.for('RETRY_TIMES')]: again,
    [Symbol.for('LOG_ERRORS_BEFORE_RETRY')]: true,
  });
}
