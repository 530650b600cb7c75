import { TokenRedaction } from './token-redaction.js';

const shown = (redaction: TokenRedaction, text: string) => redaction.of(Buffer.from(text)).toString();

describe('TokenRedaction', () => {
  it('[credential-hidden] takes out the token of now and the one before it, beside what is hidden anyway', () => {
    const redaction = new TokenRedaction(['a secret value']);
    const text = '["first-token","second-token","third-token","a secret value"]';
    redaction.hide('first-token');
    redaction.hide('second-token');
    expect(shown(redaction, text)).toBe('["[redacted]","[redacted]","third-token","[redacted]"]');
    redaction.hide('third-token');
    expect(shown(redaction, text)).toBe('["first-token","[redacted]","[redacted]","[redacted]"]');
  });

  it('[credential-hidden] hides nothing before a token was sent', () => {
    const redaction = new TokenRedaction([]);
    expect(redaction.stream()).toBeUndefined();
    redaction.hide('first-token');
    redaction.hide('first-token');
    expect(redaction.stream()?.push(Buffer.from('"first-token"')).toString()).toBe('"[redacted]"');
  });
});
