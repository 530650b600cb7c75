const oldest = [20, 19] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// Nothing is imported before the check: an older Node would fail at the first word it does not know.
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `Gantry needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  );
  process.exitCode = 78;
} else {
  const { startGateway } = await import('./start/start-gateway.js');
  await startGateway();
}
