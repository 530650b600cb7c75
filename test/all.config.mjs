import { tier } from '../jest.config.mjs';

// The tests of all tiers, for scripts that choose them by name.
export default tier('.', { testMatch: ['<rootDir>/{src,test}/**/*.{spec,e2e-spec}.ts'] });
