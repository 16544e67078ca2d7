import { beforeAll } from 'vitest'

/**
 * What is made before the first test of a file or block. It stands there at once, so that helpers can be built on it, and
 * is read inside tests and later hooks alone.
 */
export function madeBefore<T extends object>(make: () => Promise<T>): T {
  let made: T | undefined
  beforeAll(async () => {
    made = await make()
  })
  return standsFor(() => made)
}

/** An object that is, at each look, whatever `current` answers then. */
export const standsFor = <T extends object>(current: () => T | undefined): T =>
  new Proxy({} as T, {
    get(_, key) {
      const now = current()
      if (!now) throw new Error(`Nothing is there yet that has a ${String(key)}.`)
      return Reflect.get(now, key)
    },
  })
