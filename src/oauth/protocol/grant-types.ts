/** The grant of RFC 8628 §3.4. */
export const deviceCodeGrantType = 'urn:ietf:params:oauth:grant-type:device_code';
