import process from 'node:process';
import { tier } from '../../jest.config.mjs';

/** Tests that take minutes run for `npm run test:soak`, and those of Postgres where there is one. */
const left = [
  ...(process.env.SOAK ? [] : ['<rootDir>/test/reliability/soak/']),
  ...(process.env.TEST_DATABASE_URL ? [] : ['<rootDir>/test/reliability/(soak/)?postgres/']),
];

export default tier('reliability', { testPathIgnorePatterns: ['/node_modules/', ...left] });
