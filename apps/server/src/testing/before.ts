import { beforeAll } from 'vitest'

/**
 * Creates an object before the first test of a file or block. The returned proxy exists at once, so that helpers can be
 * built on it; read it only inside tests and later hooks.
 */
export function createBefore<T extends object>(make: () => Promise<T>): T {
  let made: T | undefined
  beforeAll(async () => {
    made = await make()
  })
  return proxyFor(() => made)
}

/** A proxy that forwards each read to the object that `current` returns then. */
export const proxyFor = <T extends object>(current: () => T | undefined): T =>
  new Proxy({} as T, {
    get(_, key) {
      const now = current()
      if (!now) throw new Error(`Nothing is there yet that has a ${String(key)}.`)
      return Reflect.get(now, key)
    },
  })
