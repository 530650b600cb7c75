// Preloaded into a gateway: at SIGUSR2 something throws that nobody catches, with a credential in its message and on itself.
process.on('SIGUSR2', () => {
  const error = new Error('request failed: Authorization: Bearer c4n4ry-crash-message');
  Object.assign(error, { request: { headers: { authorization: 'c4n4ry-crash-member' } } });
  setImmediate(() => {
    throw error;
  });
});
