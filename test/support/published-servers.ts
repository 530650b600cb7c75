export { publish } from './upstreams/declared-servers.js';
