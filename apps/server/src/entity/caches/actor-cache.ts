import type { Actor } from '../people/actor.ts'

/** Entities whose writes change what somebody may do. */
const rightsRestOn = new Set(['User', 'Role', 'Role Profile'])

/** People by user id, kept until a user, a role or a role profile is written. */
export class ActorCache {
  #actors = new Map<string, Promise<Actor | undefined>>()

  get(user: string, load: () => Promise<Actor | undefined>): Promise<Actor | undefined> {
    const known = this.#actors.get(user)
    if (known) return known
    const actor = load()
    this.#actors.set(user, actor)
    actor.catch(() => this.#actors.delete(user))
    return actor
  }

  drop(entity: string): void {
    if (rightsRestOn.has(entity)) this.#actors = new Map()
  }
}
