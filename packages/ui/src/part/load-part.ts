/** The code of a part could not be fetched; `isAway` when the fetch was not even tried. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure'
  readonly isAway: boolean

  constructor(isAway: boolean, cause?: unknown) {
    super('A part could not be loaded', { cause })
    this.isAway = isAway
  }
}

const loaded = new Map<() => Promise<unknown>, unknown>()

let mayLoad: () => Promise<boolean> = () => Promise.resolve(true)

/** Sets the check that runs before a part's code is fetched; it answers whether the server can be reached. */
export function askBeforeLoading(question: () => Promise<boolean>): void {
  mayLoad = question
}

/**
 * Loads a part's code. While the server is known to be away it does not try, because a browser may remember a failed
 * file as long as the page lives. @throws LoadFailure
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  if (!loaded.has(load) && !(await mayLoad())) throw new LoadFailure(true)
  try {
    const module = await load()
    loaded.set(load, module)
    return module
  } catch (cause) {
    throw new LoadFailure(false, cause)
  }
}

/** The code of a part that is already loaded. */
export const loadedPart = <Module>(load: () => Promise<Module>): Module | undefined =>
  loaded.get(load) as Module | undefined

const waiting = new Set<() => Promise<unknown>>()

/** Adds a part to those that `warmParts` loads. */
export function addPart(load: () => Promise<unknown>): void {
  waiting.add(load)
}

/**
 * Loads the parts that were not needed yet, one after the other while the browser is idle, so that they work without
 * the server. Ends at the first failure.
 */
export async function warmParts(): Promise<void> {
  // Loaded parts may add further parts to this set.
  for (const load of waiting) {
    await idle()
    try {
      await loadPart(load)
    } catch {
      return
    }
    waiting.delete(load)
  }
}

const idle = () =>
  new Promise<unknown>((resolve) =>
    // Some browsers lack it.
    typeof requestIdleCallback === 'function' ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  )
