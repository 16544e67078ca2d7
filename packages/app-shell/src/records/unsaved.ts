import { createListeners } from '@tavla/client'
import type { KeptWork } from '@tavla/entity-ui'
import { showUnsaved } from '../root/open-count.ts'

/** Work that would be lost on leaving; a `background upload` goes on by itself while the page and the session last. */
export type Unsaved = 'draft' | 'upload' | 'background upload'

type Answer = (mayLeave: boolean) => void

interface UnsavedWork {
  what: Unsaved
  /** Called when the user discards it. */
  onDrop?: (() => void) | undefined
  /** The browser's copy of a draft, if it keeps one. */
  kept?: KeptWork | undefined
}

const held = new Map<symbol, UnsavedWork>()
/** Number of open records with a kept draft that waits to be continued: the title names them, and nothing asks. */
let waiting = 0
let asked: Answer | null = null
const changes = createListeners()
changes.listen(() => showUnsaved(waiting > 0 || drafts().length > 0))

/** Registers unsaved work until the returned function is called. */
export function holdUnsaved(what: Unsaved = 'draft', more: Omit<UnsavedWork, 'what'> = {}): () => void {
  const one = Symbol(what)
  if (held.size === 0) addEventListener('beforeunload', warn)
  held.set(one, { what, ...more })
  changes.tell()
  return () => {
    held.delete(one)
    if (held.size === 0) removeEventListener('beforeunload', warn)
    changes.tell()
  }
}

/** Notes a kept draft that waits to be continued, until the returned function is called. */
export function showWaiting(): () => void {
  waiting++
  changes.tell()
  return () => {
    waiting--
    changes.tell()
  }
}

/** Forgets all unsaved work, at the end of its session; what the browser keeps of it stays. */
export function dropUnsaved(): void {
  const dropped = [...held.values()]
  held.clear()
  removeEventListener('beforeunload', warn)
  for (const { onDrop } of dropped) onDrop?.()
  changes.tell()
}

/** True while the browser keeps, or can keep, all drafts on the screen. */
export const canKeepAll = (): boolean => drafts().every(({ kept }) => kept !== undefined)

/** Writes all drafts on the screen to the browser's database; false where it cannot keep one of them. */
export async function keepAll(): Promise<boolean> {
  const isKept = await Promise.all(drafts().map(async ({ kept }) => kept !== undefined && (await kept.keep())))
  return isKept.every(Boolean)
}

/** Removes the browser's copies of all drafts on the screen. */
export function discardAll(): void {
  for (const { kept } of drafts()) kept?.discard()
}

/** True while there is unsaved work that must not be discarded without a question. */
export const hasUnsaved = (): boolean => held.size > 0

/** True while another screen would discard something. */
export const isBoundToScreen = (): boolean => [...held.values()].some(({ what }) => what !== 'background upload')

/** True while an upload is under way. */
export const isUploading = (): boolean => [...held.values()].some(({ what }) => what !== 'draft')

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

/** Calls a listener when the question, or what is unsaved, changes. */
export const watchUnsaved = changes.listen

function ask(answer: Answer | null): void {
  asked = answer
  changes.tell()
}

const drafts = () => [...held.values()].filter(({ what }) => what === 'draft')

/** Warns of work that the browser doesn't keep; the rest survives the page. */
function warn(event: BeforeUnloadEvent): void {
  if ([...held.values()].some(({ kept }) => !kept?.isKept())) event.preventDefault()
}
