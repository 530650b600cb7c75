import { describeRegistryOnly } from '../../../support/catalog/registry-only.js';

describeRegistryOnly('The npm that is installed here');
