import react from '@vitejs/plugin-react';
import type { ProxyOptions } from 'vite';
import { defineConfig } from 'vitest/config';

/** The gateway that pages under development ask; with a token they are whose token it is. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000';
const token = process.env.GATEWAY_TOKEN;

/** Towards the gateway the pages are of its own origin. */
const proxied: ProxyOptions = {
  target: gateway,
  changeOrigin: true,
  configure: (proxy) => {
    proxy.on('proxyReq', (request) => {
      request.setHeader('origin', gateway);
      if (token !== undefined) request.setHeader('authorization', `Bearer ${token}`);
    });
  },
};

/** What the gateway answers beside the console, by the beginnings of its paths. */
const gatewayPaths = [
  ...['/api', '/schemas', '/problems', '/docs', '/pages.', '/gantry.svg'],
  ...['/login', '/logout', '/setup', '/welcome', '/invite', '/password', '/reset', '/device'],
  ...['/connect', '/programs', '/oauth'],
];

export default defineConfig(({ command }) => ({
  // Built pages find their files beside themselves: below which path the gateway is reached is known when it serves them.
  base: command === 'build' ? './' : '/console/',
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: ['chrome111', 'firefox114', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(gatewayPaths.map((path) => [path, proxied])),
  },
  // The files share one DOM environment: an environment per file takes three times as long as all of the tests.
  test: { environment: 'happy-dom', include: ['src/**/*.spec.{ts,tsx}'], isolate: false },
}));
