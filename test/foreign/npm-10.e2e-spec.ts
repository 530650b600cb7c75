import { symlinkSync } from 'node:fs';
import { describeRegistryOnly } from '../support/catalog/registry-only.js';
import { foreign } from '../support/foreign.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
symlinkSync(foreign('npm-10/bin/npm-cli.js'), folder.file('npm'));
afterAll(() => {
  folder.remove();
});

describeRegistryOnly('npm 10, which comes with Node 20', [folder.path]);
