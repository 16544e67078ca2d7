import { refused } from '@tavla/contract'
import { getRecord, systemContext } from '../../../../entity/index.ts'
import { queryText } from '../../../../ground/query-values.ts'
import type { RouteFile } from '../../../routes.ts'

interface Row {
  [fieldname: string]: unknown
}

/** The role profiles of the session's user; a System Manager may name another user (reference: http-api, People). */
const routes: RouteFile = (app) => {
  const { engine } = app.site

  app.get('', async (request) => {
    const { actor } = request.ctx
    const user = queryText(request, 'user') ?? actor.user
    if (user !== actor.user && !actor.all && !actor.roles.has('System Manager')) throw refused()
    const system = systemContext(engine, request.id)
    const { role_profiles = [] } = (await getRecord(engine, system, 'User', user)) as { role_profiles?: Row[] }
    const records = role_profiles.map((row) => getRecord(engine, system, 'Role Profile', String(row.role_profile)))
    return { profiles: (await Promise.all(records)).map(presentProfile) }
  })
}

export default routes

function presentProfile(profile: Row) {
  return {
    id: profile.id,
    role_profile: profile.role_profile,
    description: profile.description ?? null,
    roles: ((profile.roles ?? []) as Row[]).map(({ role }) => ({ role })),
  }
}
