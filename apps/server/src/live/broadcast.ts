import type { DocUpdate, ListUpdate } from '@tavla/contract'
import type { Engine, RecordEvent } from '../entity/index.ts'
import {
  docRoom,
  isListRoomOf,
  listRoom,
  ownListRoom,
  ownVeiledListRoom,
  userRoom,
  veiled,
  veiledListRoom,
} from './rooms.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { LiveServer } from './types.ts'

/** Entities whose records define permissions; after a change of one, all subscriptions are checked again. */
const rightsOfAll = new Set(['Role', 'Role Profile', 'Entity'])

/**
 * Sends the events of all entities to their rooms, after the commit and in commit order. When a change affects
 * permissions, or which records can be seen, later events wait until the subscriptions concerned have been checked
 * again, so that no one receives too much. Changes that come in one burst are checked together.
 * @returns a function that stops the broadcast
 */
export function broadcastChanges(io: LiveServer, engine: Engine, subscriptions: Subscriptions): () => void {
  const queue: RecordEvent[] = []
  const doubtful = new Set<string>()
  let changed = new Set<string>()
  let allDoubtful = false
  let draining = false

  async function recheckDoubtful(): Promise<void> {
    const rooms = allDoubtful ? 'all' : [...doubtful]
    allDoubtful = false
    doubtful.clear()
    await subscriptions.recheck(rooms)
  }

  async function recheckVisibility(): Promise<void> {
    const entities = changed
    changed = new Set()
    await subscriptions.recheckDependent(entities)
  }

  async function drain(): Promise<void> {
    draining = true
    for (let event = queue.shift(); event; event = queue.shift()) {
      while (allDoubtful || doubtful.size > 0) await recheckDoubtful()
      while (changed.size > 0) await recheckVisibility()
      // A deleted record can't be checked any more, so its event goes to the users who could see it at the last change.
      if (event.action !== 'deleted') await subscriptions.recheckRecord(event, event.newId ?? event.id)
      sendEvent(io, engine, event)
      removeListeners(subscriptions, event)
    }
    draining = false
  }

  return engine.listen((event) => {
    if (rightsOfAll.has(event.entity)) allDoubtful = true
    else if (event.entity === 'User') doubtful.add(userRoom(event.id))
    changed.add(event.entity)
    queue.push(event)
    if (!draining) subscriptions.waitFor(drain())
  })
}

function sendEvent(io: LiveServer, engine: Engine, event: RecordEvent): void {
  const { entity, owner, id } = event
  const update: DocUpdate = {
    entity,
    id,
    action: event.action,
    new_id: event.newId,
    modified: event.modified === null ? null : engine.clock.toWall(event.modified),
    user: event.user,
    changed: event.changed,
  }
  const { changed: _, ...listed } = update
  const ofOwner = (room: (entity: string, user: string) => string) => (owner === null ? [] : [room(entity, owner)])
  // A note changes nothing that a list shows.
  if (event.action !== 'note') {
    emitList(io, [listRoom(entity), ...ofOwner(ownListRoom)], listed)
    emitList(io, [veiledListRoom(entity), ...ofOwner(ownVeiledListRoom)], veiled(entity))
  }
  if (event.action !== 'created')
    for (const room of listened(io, [docRoom(event)])) io.to(room).emit('doc_update', update)
  if (entity === 'Entity' && isEnd(event)) announceEndOfType(io, listed)
}

function emitList(io: LiveServer, rooms: readonly string[], update: ListUpdate): void {
  const among = listened(io, rooms)
  if (among.length > 0) io.to(among).emit('list_update', update)
}

/** The rooms in which somebody listens: an event for nobody is not serialised. */
function listened(io: LiveServer, rooms: readonly string[]): string[] {
  const known = io.of('/').adapter.rooms
  return rooms.filter((room) => known.has(room))
}

/** Tells listeners of an entity type that it was deleted, or its new name (reference: live-events, Delivery). */
function announceEndOfType(io: LiveServer, update: ListUpdate & { id: string; user: string }): void {
  const entity = update.id
  const prefix = docRoom({ entity, id: '' })
  for (const room of io.of('/').adapter.rooms.keys()) {
    if (isListRoomOf(entity, room)) io.to(room).emit('list_update', { ...update, entity })
    if (!room.startsWith(prefix)) continue
    io.to(room).emit('doc_update', { ...update, entity, id: room.slice(prefix.length), changed: [] })
  }
}

/** Whether nothing has this id any more. */
const isEnd = ({ action }: RecordEvent) => action === 'deleted' || action === 'renamed'

/** Removes all listeners of a deleted or renamed record, or entity type. */
function removeListeners(subscriptions: Subscriptions, event: RecordEvent): void {
  if (!isEnd(event)) return
  subscriptions.leaveRecord(event)
  if (event.entity === 'Entity') subscriptions.leaveEntity(event.id)
}
