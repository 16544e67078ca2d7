import { type APIRequestContext, expect, request } from '@playwright/test'
import type { EntityRecord } from '@tavla/contract'
import type { RunningSite } from './site.ts'

type Values = Readonly<Record<string, unknown>>

/** Another user's calls to the site, as `Administrator`, without a browser. */
export interface Api {
  create(entity: string, values: Values): Promise<EntityRecord>
  read(entity: string, id: string): Promise<EntityRecord>
  update(entity: string, values: Values & { id: string }): Promise<EntityRecord>
  remove(entity: string, id: string): Promise<void>
  /** Creates a member of the staff with the password from the site's `passwordOf`. Resolves with the id. */
  createUser(values?: Values): Promise<string>
  request: APIRequestContext
}

let users = 0

export async function signInToApi(site: RunningSite): Promise<Api> {
  const context = await request.newContext({ baseURL: site.url })
  const data = { user: 'Administrator', password: site.passwordOf('Administrator') }
  expect(await (await context.post('/api/auth/login', { data })).json()).toMatchObject({ message: 'Logged In' })
  return apiOf(context, site.passwordOf)
}

/** The same for a context that is already signed in. */
export function apiOf(context: APIRequestContext, passwordOf: RunningSite['passwordOf']): Api {
  async function call(method: string, path: string, data?: Values): Promise<Record<string, EntityRecord>> {
    const answer = await context.fetch(path, { method, ...(data && { data }) })
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const one = async (method: string, entity: string, values?: Values, id?: string) => {
    const path = [entity, id].filter((part) => part !== undefined).map(encodeURIComponent)
    const { entity: record } = await call(method, `/api/entity/${path.join('/')}`, values)
    return record as EntityRecord
  }
  return {
    request: context,
    // An entity of a test stays out of the menu, where it would add a stop to the keys' way on all later pages.
    create: (entity, values) => one('POST', entity, entity === 'Entity' ? { is_main_nav: 0, ...values } : values),
    read: (entity, id) => one('GET', entity, undefined, id),
    update: (entity, values) => one('PUT', entity, values),
    async remove(entity, id) {
      await one('DELETE', entity, undefined, id)
    },
    async createUser(values = {}) {
      const email = `person-${++users}@example.com`
      const role_profiles = [{ role_profile: 'Staff' }]
      const new_password = passwordOf(email)
      await call('POST', '/api/user', { email, full_name: 'Ruth Green', role_profiles, new_password, ...values })
      return email
    },
  }
}
