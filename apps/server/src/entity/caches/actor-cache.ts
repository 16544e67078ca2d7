import type { Actor } from '../people/actor.ts'

/** Entities whose writes change the permissions of users. */
const rightsDependOn = new Set(['User', 'Role', 'Role Profile'])

/** Users by id, cached until a user, a role or a role profile is written. */
export class ActorCache {
  #actors = new Map<string, Promise<Actor | undefined>>()

  get(user: string, load: () => Promise<Actor | undefined>): Promise<Actor | undefined> {
    const cached = this.#actors.get(user)
    if (cached) return cached
    const actor = load()
    this.#actors.set(user, actor)
    actor.catch(() => this.#actors.delete(user))
    return actor
  }

  drop(entity: string): void {
    if (rightsDependOn.has(entity)) this.#actors = new Map()
  }
}
