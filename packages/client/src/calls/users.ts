import type { EntityRecord, ListAnswer, ListQuery, MergedOnto, SavedAnswer } from '@tavla/contract'
import type { Api } from '../api.ts'

/** One role profile of the session user, with the roles it brings. */
export interface UserProfile {
  id: string
  role_profile: string
  description: string | null
  roles: { role: string }[]
}

const path = (id: string) => `/api/user/${encodeURIComponent(id)}`

/** Calls on users (reference: http-api, People), whose id is the email. */
export const userCalls = (api: Api) => ({
  list: (query: ListQuery = {}, signal?: AbortSignal) => api.get<ListAnswer>('/api/user', { ...query }, signal),
  get: async (id: string, signal?: AbortSignal) => (await api.get<{ user: EntityRecord }>(path(id), {}, signal)).user,
  create: async (fields: Readonly<Record<string, unknown>>) =>
    (await api.post<{ user: EntityRecord }>('/api/user', fields)).user,
  update: async (id: string, fields: Readonly<Record<string, unknown>>): Promise<SavedAnswer> => {
    const { user: entity, ...more } = await api.put<{ user: EntityRecord; merged?: MergedOnto }>(path(id), fields)
    return { entity, ...more }
  },
  remove: async (id: string) => (await api.delete<{ user: EntityRecord }>(path(id))).user,
  profiles: async (user?: string) =>
    (await api.get<{ profiles: UserProfile[] }>('/api/user/profiles', { user })).profiles,
})
