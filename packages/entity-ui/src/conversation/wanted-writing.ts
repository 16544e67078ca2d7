import { createObservable } from '@tavla/client'

interface WantedWriting {
  /** The record beside which somebody wants to write; null for none. */
  place: { entity: string; id: string } | null
  isNote: boolean
}

const wanted = createObservable<WantedWriting>({ place: null, isNote: false })

/** Keeps what a key of the record asked for until its conversation, which may still be on its way, takes it. */
export const { getSnapshot: readWanted, subscribe: watchWanted } = wanted

export const wantWriting = (place: WantedWriting['place'], isNote = false): void => wanted.set({ place, isNote })
