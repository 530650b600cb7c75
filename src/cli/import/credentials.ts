const tellingName = /authorization|auth|token|secret|passw|credential|key|cookie|dsn|connection/i;
const harmless = /^(true|false|yes|no|on|off|\d{1,6}|https?:\/\/[^?@]*|\/[\w./-]*|[a-z]{1,12})$/i;
const knownForm =
  /^(gh[pousr]_|github_pat_|glpat-|sk-|sk_|rk_|pk_|xox[abeprs]-|AKIA|ASIA|AIza|eyJ|npm_|hf_|gt[ua]_|ntn_|lin_api_|dop_v1_|SG\.|-----BEGIN)/;

/** Whether a value is to become a secret. One too many does no harm, one too few would stand in a config file in plain. */
export function looksSecret(name: string, value: string): boolean {
  if (knownForm.test(value) || /:\/\/[^/]*:[^/]*@/.test(value)) return true;
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
