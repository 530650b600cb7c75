import { isTrivialPassword } from './trivial-password.js';

describe('isTrivialPassword', () => {
  it.each([
    'password123',
    'Password2026!',
    'passwordpassword',
    '1234567890',
    '0987654321',
    'qwertyuiop',
    'aaaaaaaaaaaa',
    'abababababab',
    'Welcome2026',
    'letmein letmein',
    'abcdefghijk',
    '1qaz2wsx3edc',
    'ana.example1',
    'Ana@example.com',
  ])('[password-trivial] finds %s', (password) => {
    expect(isTrivialPassword(password, 'ana@example.com')).toBe(true);
  });

  it.each([
    'correct horse battery',
    'a password for everybody',
    'the next password',
    'xK4-9pQ-zz71',
    '83057192648130',
    'пароль моей собаки',
    'example of a better one',
  ])('leaves alone %s', (password) => {
    expect(isTrivialPassword(password, 'ana@example.com')).toBe(false);
  });
});
