import type { DocEvent, ListEvent } from '@tavla/contract'

/** Sends one event and resolves when it is answered; does nothing while there is no connection. Never throws. */
export type Emit = (event: string, payload: ListEvent | DocEvent) => Promise<void>

export interface Subscriptions {
  /** Holds a room until every holder has released it; the returned function releases once. */
  hold(room: Room): () => void
  /** Joins every held room after a (re)connect. Resolves with their number when all are answered. */
  replay(): Promise<number>
}

export type Room = { kind: 'list'; entity: string } | { kind: 'doc' | 'open' | 'answer'; entity: string; id: string }

/** Counts the holders of each room, so that each room is joined and left once (reference: live-events, Rooms). */
export function createSubscriptions(emit: Emit): Subscriptions {
  const held = new Map<string, { room: Room; holders: number }>()

  const release = (key: string) => {
    const entry = held.get(key)
    if (!entry || --entry.holders > 0) return
    held.delete(key)
    void emit(events[entry.room.kind].leave, payloadOf(entry.room))
  }

  return {
    hold(room) {
      const key = JSON.stringify([room.kind, room.entity, room.kind === 'list' ? null : room.id])
      const entry = held.get(key)
      if (entry) entry.holders++
      else {
        held.set(key, { room, holders: 1 })
        void emit(events[room.kind].join, payloadOf(room))
      }
      let isHeld = true
      return () => {
        if (isHeld) release(key)
        isHeld = false
      }
    },
    async replay() {
      const joins = [...held.values()].map(({ room }) => emit(events[room.kind].join, payloadOf(room)))
      return (await Promise.all(joins)).length
    },
  }
}

const events = {
  list: { join: 'list_update', leave: 'list_leave' },
  doc: { join: 'doc_subscribe', leave: 'doc_unsubscribe' },
  open: { join: 'doc_open', leave: 'doc_close' },
  answer: { join: 'answer_begin', leave: 'answer_end' },
} as const

const payloadOf = (room: Room): ListEvent | DocEvent =>
  room.kind === 'list' ? { entity: room.entity } : { entity: room.entity, id: room.id }
