import type { OpenAssignment } from '@tavla/contract'
import { type Context, type Engine, exists, find, type Model, titlesOf } from '../../entity/index.ts'
import type { NamedEntities } from './named-entities.ts'

/**
 * Gives a record that is read alone (reference: http-api, Reading) its open assignments, and whether the caller follows
 * it. Most entities have neither, which is known without asking for each record.
 */
export class Surroundings {
  readonly #named: NamedEntities

  constructor(named: NamedEntities) {
    this.#named = named
  }

  readonly of = async (engine: Engine, ctx: Context, model: Model, id: string) => {
    if (model.kind !== 'Document') return {}
    const carried = {
      assignments: await this.#assignmentsOf(engine, ctx, model, id),
      is_following: (await this.#isFollowing(engine, ctx, model, id)) ? 1 : 0,
    }
    // A field that had such a name before keeps it.
    return Object.fromEntries(Object.entries(carried).filter(([name]) => !model.byName.has(name)))
  }

  async #assignmentsOf(engine: Engine, ctx: Context, model: Model, id: string): Promise<OpenAssignment[]> {
    if (!(await this.#named.of(engine, 'Assignment')).has(model.id)) return []
    const where = { reference_id: id, reference_entity: model.id, status: 'Open' }
    const fields = ['user', 'due_date'] as const
    const rows = await find(engine, 'Assignment', { where, fields, by: 'reference_id', order: 'made' })
    if (rows.length === 0) return []
    const names = await titlesOf(engine, ctx, 'User', new Set(rows.map(({ user }) => String(user))))
    return rows.map((row) => {
      const user = String(row.user)
      const due_date = row.due_date === null ? null : String(row.due_date)
      return { id: row.id, user, user_name: names?.get(user) ?? user, due_date }
    })
  }

  async #isFollowing(engine: Engine, { actor }: Context, model: Model, id: string): Promise<boolean> {
    if (!(await this.#named.of(engine, 'Follower')).has(model.id)) return false
    return exists(engine, 'Follower', {
      ...{ reference_id: id, reference_entity: model.id },
      ...{ user: actor.user, muted: 0 },
    })
  }
}
