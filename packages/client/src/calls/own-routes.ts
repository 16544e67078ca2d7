import type { Api } from '../api.ts'
import { entityCalls } from './entities.ts'
import { userCalls } from './users.ts'

/** The calls of an entity's store. */
export type EntityCalls = ReturnType<typeof entityCalls>

/** Entities whose records have their own routes, with the calls of their stores; some of these calls use the own routes. */
export const ownRoutes: ReadonlyMap<string, (api: Api, common: EntityCalls) => EntityCalls> = new Map([
  ['User', callsOfUser],
])

/** The calls of an entity's store over a query layer. */
export function callsOf(entity: string, api: Api): EntityCalls {
  const common = entityCalls(api)
  return ownRoutes.get(entity)?.(api, common) ?? common
}

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
