/** NIST SP 800-63B §3.1.1: length is what counts; nothing is asked of the characters. */
export const minPasswordLength = 10;
export const maxPasswordLength = 200;
