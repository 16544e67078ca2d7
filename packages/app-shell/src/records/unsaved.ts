import { createListeners } from '@tavla/client'

/** What leaving would lose; a `background upload` goes on by itself while the page and the session last. */
export type Unsaved = 'draft' | 'upload' | 'background upload'

type Answer = (mayLeave: boolean) => void

interface Held {
  what: Unsaved
  onDrop: (() => void) | undefined
}

const held = new Map<symbol, Held>()
let asked: Answer | null = null
const changes = createListeners()

/** Counts one thing that leaving would lose, until the returned function is called. `onDrop`: it was given up. */
export function holdUnsaved(what: Unsaved = 'draft', onDrop?: () => void): () => void {
  const one = Symbol(what)
  if (held.size === 0) addEventListener('beforeunload', warn)
  held.set(one, { what, onDrop })
  return () => {
    held.delete(one)
    if (held.size === 0) removeEventListener('beforeunload', warn)
  }
}

/** Gives everything up, with the session it belonged to. */
export function dropUnsaved(): void {
  const dropped = [...held.values()]
  held.clear()
  removeEventListener('beforeunload', warn)
  for (const { onDrop } of dropped) onDrop?.()
}

/** True while there is something that nothing of ours may take away unasked. */
export const hasUnsaved = (): boolean => held.size > 0

/** True while another screen would take something away. */
export const isBoundToScreen = (): boolean => [...held.values()].some(({ what }) => what !== 'background upload')

/** True while what would be lost are files on their way alone. */
export const isUploadAlone = (): boolean => [...held.values()].every(({ what }) => what !== 'draft')

/** Asks whether it may be lost, where there is anything; false says to stay. It counts until it is gone. */
export function askUnsaved(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true)
  return new Promise((resolve) =>
    ask((mayLeave) => {
      ask(null)
      resolve(mayLeave)
    }),
  )
}

/** The same for what another record in the same place would take away. */
export const askBoundToScreen = (): Promise<boolean> => (isBoundToScreen() ? askUnsaved() : Promise.resolve(true))

/** Answers the question of `askUnsaved`; null while nothing is asked. */
export const unsavedQuestion = (): Answer | null => asked

export const watchUnsavedQuestion = changes.listen

function ask(answer: Answer | null): void {
  asked = answer
  changes.tell()
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
