/** Beginning of the names of the locks that tell which builds are open in this browser. */
const lockPrefix = 'tavla-build '

/** Which builds have pages open in this browser: each page holds a lock with the name of its first script. */
export const builds = {
  /** Held until the page closes; resolves once it is. */
  hold(entry: string): Promise<void> {
    return new Promise((resolve) => {
      void navigator.locks.request(lockPrefix + entry, { mode: 'shared' }, () => {
        resolve()
        return new Promise(() => undefined)
      })
    })
  },

  async isOtherOpen(entry: string): Promise<boolean> {
    return (await othersOpen(entry)).length > 0
  },

  /** Resolves once the pages of other builds that are open now have closed. */
  async othersClosed(entry: string): Promise<void> {
    await Promise.all((await othersOpen(entry)).map((name) => navigator.locks.request(name, () => undefined)))
  },
}

/** The page's first script has another address in each build. */
export function entryOfPage(): string | undefined {
  const { src } = document.querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]') ?? {}
  return src === undefined ? undefined : new URL(src).pathname
}

async function othersOpen(entry: string): Promise<string[]> {
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? name : [])))
  names.delete(lockPrefix + entry)
  return [...names]
}
