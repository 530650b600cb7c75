import { tier } from '../../jest.config.mjs';

export default tier('postgres');
