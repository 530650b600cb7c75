import { isRefreshTokenShaped, mintToken, randomBase62 } from '../../accounts/tokens/token-format.js';

const prefix = 'gtr_';
const handleLength = 16;
const secretLength = 16;

/** A refresh token taken apart: the handle finds its family, the secret tells it from the others of that (95 bits each). */
export interface RefreshTokenParts {
  readonly handle: string;
  readonly secret: string;
}

/** A new refresh token, of a new family or the next of one. */
export function mintRefreshToken(handle = randomBase62(handleLength)): RefreshTokenParts & { text: string } {
  const text = mintToken('gtr', handle);
  return {
    text,
    handle,
    secret: text.slice(prefix.length + handleLength, prefix.length + handleLength + secretLength),
  };
}

/** `undefined` for a text that cannot be a refresh token of ours. */
export function readRefreshToken(text: string): RefreshTokenParts | undefined {
  if (!isRefreshTokenShaped(text)) return undefined;
  const secretStart = prefix.length + handleLength;
  return {
    handle: text.slice(prefix.length, secretStart),
    secret: text.slice(secretStart, secretStart + secretLength),
  };
}
