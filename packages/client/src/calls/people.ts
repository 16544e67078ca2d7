import type { entityCalls } from './entities.ts'
import type { userCalls } from './users.ts'

type EntityCalls = ReturnType<typeof entityCalls>

/** The calls of the store of User: what has an address of its own there goes by that (contract 3.8, 6.8). */
export const peopleCalls = (entities: EntityCalls, users: ReturnType<typeof userCalls>): EntityCalls => ({
  ...entities,
  list: (_entity, query, signal) => users.list(query, signal),
  get: (_entity, id, signal) => users.get(id, signal),
  create: (_entity, fields) => users.create(fields),
  update: (_entity, fields) => users.update(String(fields.id), fields),
  remove: (_entity, id) => users.remove(id),
})
