import { AccountsModule } from '../../src/accounts/accounts.module.js';
import { argon2Cost, owaspArgon2Cost } from '../../src/accounts/sign-in/passwords.service.js';

it('[passwords-argon2id] gives a gateway the cost of OWASP, which gateways under test replace', () => {
  const providers = Reflect.getMetadata('providers', AccountsModule) as unknown[];
  expect(providers).toContainEqual({ provide: argon2Cost, useValue: owaspArgon2Cost });
});
