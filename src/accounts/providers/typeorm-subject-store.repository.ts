import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import type { Role } from '../../kernel/principal.js';
import type { SignInRule } from '../../platform/config/values/sign-in-providers.js';
import { Database } from '../../platform/database/database.js';
import { higherRole, type RuleStanding } from '../people/person.js';
import { ProviderSubjectEntity } from './provider-subject.entity.js';
import type { Claims } from './proven-person.js';
import { RuleRoleEntity } from './rule-role.entity.js';
import { SubjectStore, type ProviderSubject, type RulePlace } from './subject-store.port.js';

@Injectable()
export class TypeormSubjectStore extends SubjectStore {
  constructor(private readonly database: Database) {
    super();
  }

  async find(issuer: string, subject: string): Promise<ProviderSubject | undefined> {
    return toSubject(await this.database.manager.findOneBy(ProviderSubjectEntity, { issuer, subject }));
  }

  async findOf(userId: string, issuer: string): Promise<ProviderSubject | undefined> {
    return toSubject(await this.database.manager.findOneBy(ProviderSubjectEntity, { userId, issuer }));
  }

  async listOf(userId: string): Promise<readonly ProviderSubject[]> {
    const rows = await this.database.manager.find(ProviderSubjectEntity, {
      where: { userId },
      order: { issuer: 'ASC' },
    });
    return rows.flatMap((row) => toSubject(row) ?? []);
  }

  async findLast(userId: string): Promise<ProviderSubject | undefined> {
    const [last = null] = await this.database.manager.find(ProviderSubjectEntity, {
      where: { userId },
      order: { signedInAt: 'DESC' },
      take: 1,
    });
    return toSubject(last);
  }

  async keep({ claims, rules, ...subject }: ProviderSubject): Promise<void> {
    const row = { ...subject, claims: JSON.stringify(claims), rules: JSON.stringify(rules) };
    await this.database.write((manager) => manager.save(ProviderSubjectEntity, row));
  }

  async remove(userId: string, issuer: string): Promise<void> {
    await this.database.write((manager) => manager.delete(ProviderSubjectEntity, { userId, issuer }));
  }

  replaceRoles(
    { userId, issuer, signedInAt }: Pick<ProviderSubject, 'userId' | 'issuer' | 'signedInAt'>,
    roles: ReadonlyMap<string, Role>,
  ): Promise<ReadonlySet<string>> {
    return this.database.write(async (manager) => {
      const former = await manager.findBy(RuleRoleEntity, { userId, issuer });
      await manager.delete(RuleRoleEntity, { userId, issuer });
      for (const [accountId, role] of roles)
        await manager.insert(RuleRoleEntity, { userId, issuer, accountId, role, asleep: false, signedInAt });
      return new Set([...former.map(({ accountId }) => accountId), ...roles.keys()]);
    });
  }

  async standing(place: RulePlace): Promise<RuleStanding> {
    const rows = await this.database.manager.findBy(RuleRoleEntity, { ...place });
    const awake = rows.filter(({ asleep }) => !asleep).map(({ role }) => role);
    return {
      role: awake.reduce<Role | undefined>((highest, role) => higherRole(highest, role), undefined),
      sleeps: rows.length > awake.length,
    };
  }

  putToSleep(before: number, limit: number): Promise<readonly RulePlace[]> {
    return this.database.write(async (manager) => {
      const rows = await manager.find(RuleRoleEntity, {
        where: { asleep: false, signedInAt: LessThan(before) },
        take: limit,
      });
      for (const { userId, issuer, accountId } of rows)
        await manager.update(RuleRoleEntity, { userId, issuer, accountId }, { asleep: true });
      return rows.map(({ userId, accountId }) => ({ userId, accountId }));
    });
  }
}

function toSubject(row: ProviderSubjectEntity | null): ProviderSubject | undefined {
  if (row === null) return undefined;
  const { claims, rules, ...subject } = row;
  return {
    ...subject,
    claims: JSON.parse(claims) as Claims,
    rules: JSON.parse(rules) as readonly SignInRule[],
  };
}
