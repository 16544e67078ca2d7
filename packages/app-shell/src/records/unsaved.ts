import { createListeners } from '@tavla/client'

/** Work that would be lost on leaving; a `background upload` goes on by itself while the page and the session last. */
export type Unsaved = 'draft' | 'upload' | 'background upload'

type Answer = (mayLeave: boolean) => void

interface UnsavedWork {
  what: Unsaved
  onDrop: (() => void) | undefined
}

const held = new Map<symbol, UnsavedWork>()
let asked: Answer | null = null
const changes = createListeners()

/** Registers unsaved work until the returned function is called. `onDrop` is called when the user discards it. */
export function holdUnsaved(what: Unsaved = 'draft', onDrop?: () => void): () => void {
  const one = Symbol(what)
  if (held.size === 0) addEventListener('beforeunload', warn)
  held.set(one, { what, onDrop })
  return () => {
    held.delete(one)
    if (held.size === 0) removeEventListener('beforeunload', warn)
  }
}

/** Discards all unsaved work, at the end of its session. */
export function dropUnsaved(): void {
  const dropped = [...held.values()]
  held.clear()
  removeEventListener('beforeunload', warn)
  for (const { onDrop } of dropped) onDrop?.()
}

/** True while there is unsaved work that must not be discarded without a question. */
export const hasUnsaved = (): boolean => held.size > 0

/** True while another screen would discard something. */
export const isBoundToScreen = (): boolean => [...held.values()].some(({ what }) => what !== 'background upload')

/** True while only running uploads would be lost. */
export const isUploadAlone = (): boolean => [...held.values()].every(({ what }) => what !== 'draft')

/**
 * Asks whether unsaved work may be lost, if there is any; false means stay. The work stays registered until
 * its owner releases it.
 */
export function askUnsaved(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true)
  return new Promise((resolve) =>
    ask((mayLeave) => {
      ask(null)
      resolve(mayLeave)
    }),
  )
}

/** The same, for work that another record in the same place would discard. */
export const askBoundToScreen = (): Promise<boolean> => (isBoundToScreen() ? askUnsaved() : Promise.resolve(true))

/** The callback that answers the question of `askUnsaved`; null while none is open. */
export const unsavedQuestion = (): Answer | null => asked

export const watchUnsavedQuestion = changes.listen

function ask(answer: Answer | null): void {
  asked = answer
  changes.tell()
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
