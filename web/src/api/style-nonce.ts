const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');

/** By which the policy of the page lets styles of libraries in. */
export const styleNonce = meta?.nonce === '' ? undefined : meta?.nonce;
