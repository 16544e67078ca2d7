type Answer = (mayLeave: boolean) => void

const held = new Set<symbol>()
let asked: Answer | null = null
const listeners = new Set<() => void>()

/** Counts one draft that leaving would lose, until the returned function is called. */
export function holdUnsaved(): () => void {
  const draft = Symbol('draft')
  if (held.size === 0) addEventListener('beforeunload', warn)
  held.add(draft)
  return () => {
    held.delete(draft)
    if (held.size === 0) removeEventListener('beforeunload', warn)
  }
}

/** Gives all drafts up, with the session they belonged to. */
export function dropUnsaved(): void {
  held.clear()
  removeEventListener('beforeunload', warn)
}

/** True while there is a draft that nothing of ours may take away unasked. */
export const hasUnsaved = (): boolean => held.size > 0

/** Asks whether the drafts may be lost, where there are any; false says to stay. They count until they are gone. */
export function askUnsaved(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true)
  return new Promise((resolve) =>
    ask((mayLeave) => {
      ask(null)
      resolve(mayLeave)
    }),
  )
}

/** Answers the question of `askUnsaved`; null while nothing is asked. */
export const unsavedQuestion = (): Answer | null => asked

export function watchUnsavedQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function ask(answer: Answer | null): void {
  asked = answer
  for (const listener of listeners) listener()
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
