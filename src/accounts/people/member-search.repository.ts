import type { EntityManager } from 'typeorm';
import { MembershipEntity } from './membership.entity.js';
import type { MemberSearch } from './person.js';
import { UserEntity } from './user.entity.js';

/** Memberships of an account behind one of its people, of those whose name or address has these words in it, or whose id it is. */
export function findMemberships(
  manager: EntityManager,
  { accountId, after = '', q, limit }: MemberSearch,
): Promise<MembershipEntity[]> {
  const query = manager
    .createQueryBuilder(MembershipEntity, 'place')
    .where('place.accountId = :accountId AND place.userId > :after', { accountId, after })
    .orderBy('place.userId')
    .limit(limit);
  if (q === undefined) return query.getMany();
  const like = `%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return query
    .innerJoin(UserEntity, 'person', 'person.id = place.userId')
    .andWhere(
      String.raw`(LOWER(person.name) LIKE :like ESCAPE '\' OR LOWER(person.email) LIKE :like ESCAPE '\' OR person.id = :q)`,
      { like, q },
    )
    .getMany();
}
