import { limits } from '@tavla/contract'
import { type AboutFilter, type Carried, find, titlesOf } from '../../entity/index.ts'

/** Most assignees that a row of a list carries. */
const maxAssignees = 5

/** `assigned_to`: records with an open assignment of one of these people, or of anybody (reference: http-api, Filters). */
export const assignedTo: AboutFilter = {
  name: 'assigned_to',
  entity: 'Assignment',
  parse({ operator, value, user }) {
    const who = (one: unknown) => (one === '__user' ? user : one)
    const open = { status: 'Open' }
    if (operator === 'is') {
      return value === 'set' || value === 'not set' ? { match: open, isNone: value === 'not set' } : undefined
    }
    if (operator === '=') {
      return typeof value === 'string' && value !== ''
        ? { match: { ...open, user: [String(who(value))] }, isNone: false }
        : undefined
    }
    const people = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value
    if (operator !== 'in' || !Array.isArray(people) || people.length > limits.filterListItems) return undefined
    if (!people.every((one) => typeof one === 'string')) return undefined
    return { match: { ...open, user: people.map((one) => String(who(one))) }, isNone: false }
  },
}

/** `following`: records that the caller follows (reference: http-api, Filters). */
export const following: AboutFilter = {
  name: 'following',
  entity: 'Follower',
  parse({ operator, value, user }) {
    if (operator !== '=' || (Number(value) !== 1 && Number(value) !== 0)) return undefined
    return { match: { user, muted: 0 }, isNone: Number(value) === 0 }
  },
}

/** `assignees`: the first people of open assignments. */
export const assignees: Carried = {
  name: 'assignees',
  async read(engine, ctx, model, ids) {
    const where = { reference_id: { in: ids }, reference_entity: model.id, status: 'Open' }
    const fields = ['reference_id', 'user'] as const
    const rows = await find(engine, 'Assignment', { where, fields, by: 'reference_id', order: 'made' })
    const names = await titlesOf(engine, ctx, 'User', new Set(rows.map(({ user }) => String(user))))
    const byRecord = Map.groupBy(rows, (row) => String(row.reference_id))
    return (id) =>
      (byRecord.get(id) ?? []).slice(0, maxAssignees).map((row) => {
        const user = String(row.user)
        return { user, user_name: names?.get(user) ?? user }
      })
  },
}
