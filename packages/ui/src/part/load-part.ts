/** The code of a part could not be fetched; `isAway` when the server was not even asked. */
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

/** Sets the question that is asked before a part's code is fetched: whether there is any use in trying. */
export function askBeforeLoading(question: () => Promise<boolean>): void {
  mayLoad = question
}

/**
 * Loads a part's code. Where the server is known to be away it is not even asked for, because a browser may take a file that
 * failed once as failed for as long as the page lives. @throws LoadFailure
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

/** The code of a part that is there already. */
export const loadedPart = <Module>(load: () => Promise<Module>): Module | undefined =>
  loaded.get(load) as Module | undefined

const waiting = new Set<() => Promise<unknown>>()

/** Remembers a part among those that `warmParts` loads. */
export function addPart(load: () => Promise<unknown>): void {
  waiting.add(load)
}

/**
 * Loads what has not been needed yet, one part after the other whenever the browser has nothing better to do, so that it is
 * there when the server is not. Ends at the first that fails.
 */
export async function warmParts(): Promise<void> {
  // Parts of parts join while it goes on.
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
    // Not in every browser yet.
    typeof requestIdleCallback === 'function' ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  )
