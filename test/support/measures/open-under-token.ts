export { openEverything, type OpenThing } from '../clients/open-under-token.js';
