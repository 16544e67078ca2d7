import type { Api } from '../api.ts'
import type { entityCalls } from './entities.ts'
import { userCalls } from './users.ts'

type EntityCalls = ReturnType<typeof entityCalls>

/** Entities whose records have their own routes, with the calls of their stores; some of these calls use the own routes. */
export const ownRoutes: ReadonlyMap<string, (api: Api, common: EntityCalls) => EntityCalls> = new Map([
  ['User', callsOfUser],
])

function callsOfUser(api: Api, common: EntityCalls): EntityCalls {
  const users = userCalls(api)
  return {
    ...common,
    list: (_entity, query, signal) => users.list(query, signal),
    get: (_entity, id, signal) => users.get(id, signal),
    create: (_entity, fields) => users.create(fields),
    update: (_entity, fields) => users.update(String(fields.id), fields),
    remove: (_entity, id) => users.remove(id),
  }
}
