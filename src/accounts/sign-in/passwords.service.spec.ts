import { Passwords } from './passwords.service.js';

const right = 'correct horse battery staple';

describe('Passwords', () => {
  it('[login-decoy] compares with a decoy again once a flood is over', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash(right);
    const flood = Array.from({ length: 64 }, () => passwords.matches(right, hash));
    await expect(passwords.matches(right, undefined)).rejects.toMatchObject({ code: 'overloaded' });
    await Promise.all(flood);
    expect(await passwords.matches(right, undefined)).toBe(false);
    expect(await passwords.matches(right, hash)).toBe(true);
  });

  it('[login-own-line] lets people sign in while more passwords are set than can be', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash(right);
    const flood = Array.from({ length: 64 }, () => passwords.hash(right));
    await expect(passwords.hash(right)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await passwords.matches(right, hash)).toBe(true);
    expect(await passwords.matches(right, undefined)).toBe(false);
    await Promise.all(flood);
  });
});
