import { isPublicHttps } from './public-https.js';

describe('isPublicHttps', () => {
  it.each([
    ['https://gantry.example.com', true],
    ['https://gantry.example.com:8443/sub', true],
    ['https://93.184.216.34', true],
    ['http://gantry.example.com', false],
    ['https://localhost', false],
    ['https://gantry', false],
    ['https://gantry.local', false],
    ['https://gantry.corp.internal', false],
    ['https://192.168.1.5', false],
    ['https://127.0.0.1:3000', false],
    ['https://[::1]', false],
    ['https://[fd00::1]', false],
  ])('[public-https] %s: %s', (address, expected) => {
    expect(isPublicHttps(address)).toBe(expected);
  });
});
