import { Passwords } from './passwords.service.js';

const right = 'correct horse battery staple';

describe('Passwords', () => {
  it('[login-decoy] compares with a decoy again once a flood is over', async () => {
    const passwords = new Passwords();
    const flood = Array.from({ length: 64 }, () => passwords.hash(right));
    await expect(passwords.matches(right, undefined)).rejects.toMatchObject({ code: 'overloaded' });
    const [hash] = await Promise.all(flood);
    expect(await passwords.matches(right, undefined)).toBe(false);
    expect(await passwords.matches(right, hash)).toBe(true);
  });
});
