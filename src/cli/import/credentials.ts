const tellingName = /authorization|auth|token|secret|passw|credential|key|cookie|dsn|connection/i;
const harmless = /^(true|false|yes|no|on|off|\d{1,6}|https?:\/\/[^?@]*|\/[\w./-]*|[a-z]{1,12})$/i;
const knownForm =
  /^(gh[pousr]_|github_pat_|glpat-|sk-|sk_|rk_|pk_|xox[abeprs]-|AKIA|ASIA|AIza|eyJ|npm_|hf_|gt[ua]_|ntn_|lin_api_|dop_v1_|SG\.|-----BEGIN)/;

/** Whether an address carries a credential: as user information or in its query. Configs hold secrets in headers and variables only. */
export function hasCredential(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, searchParams } = new URL(address);
  return username + password !== '' || [...searchParams].some(([name, value]) => looksSecret(name, value));
}

/** Whether a word of a command line gives a credential; `option`: the one that it belongs to. Packages and paths look random too, so the name counts. */
export function isSecretArgument(option: string, word: string): boolean {
  // `Authorization: Bearer ghp_…` is one word to a shell.
  if (hasCredential(word) || word.split(/\s+/).some(isCredential)) return true;
  return tellingName.test(option) && !word.startsWith('-') && looksSecret(option, word);
}

/** Whether a value is to become a secret. One too many does no harm, one too few would stand in a config file in plain. */
export function looksSecret(name: string, value: string): boolean {
  if (isCredential(value)) return true;
  if (value === '' || harmless.test(value)) return false;
  if (tellingName.test(name)) return true;
  return (
    value.length >= 20 &&
    !/\s/.test(value) &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !value.includes('/')
  );
}

function isCredential(value: string): boolean {
  return knownForm.test(value) || /:\/\/[^/]*:[^/]*@/.test(value);
}
