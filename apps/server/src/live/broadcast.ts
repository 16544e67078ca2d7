import type { DocUpdate, ListUpdate } from '@tavla/contract'
import type { Engine, RecordEvent } from '../entity/index.ts'
import { docRoom, isListRoomOf, listRoom, ownListRoom, ownVeiledListRoom, userRoom, veiledListRoom } from './rooms.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { LiveServer } from './types.ts'

/** Entities whose records say who may do what; after a change of one, everyone's subscriptions are checked anew. */
const rightsOfAll = new Set(['Role', 'Role Profile', 'Entity'])

/**
 * One listener for every entity: sends what happened to the rooms concerned, after the commit and in commit order. When a
 * change touches rights, or what is seen of other records, what follows waits until the sockets concerned were checked, so
 * that nobody hears too much; changes that come in one burst are checked together. Returns the way to stop.
 */
export function broadcastChanges(io: LiveServer, engine: Engine, subscriptions: Subscriptions): () => void {
  const queue: RecordEvent[] = []
  const doubtful = new Set<string>()
  let changed = new Set<string>()
  let everyoneDoubtful = false
  let draining = false

  async function settleDoubts(): Promise<void> {
    const rooms = everyoneDoubtful ? 'all' : [...doubtful]
    everyoneDoubtful = false
    doubtful.clear()
    await subscriptions.recheck(rooms)
  }

  async function settleSight(): Promise<void> {
    const entities = changed
    changed = new Set()
    await subscriptions.recheckResting(entities)
  }

  async function drain(): Promise<void> {
    draining = true
    for (let event = queue.shift(); event; event = queue.shift()) {
      while (everyoneDoubtful || doubtful.size > 0) await settleDoubts()
      while (changed.size > 0) await settleSight()
      // A deleted record can't be looked at any more: those hear of it who saw it when something last changed.
      if (event.action !== 'deleted') await subscriptions.recheckRecord(event, event.newId ?? event.id)
      sendEvent(io, engine, event)
      leaveWhatIsGone(subscriptions, event)
    }
    draining = false
  }

  return engine.listen((event) => {
    if (rightsOfAll.has(event.entity)) everyoneDoubtful = true
    else if (event.entity === 'User') doubtful.add(userRoom(event.id))
    changed.add(event.entity)
    queue.push(event)
    if (!draining) subscriptions.settleWith(drain())
  })
}

function sendEvent(io: LiveServer, engine: Engine, event: RecordEvent): void {
  const { entity, owner, id } = event
  const told: DocUpdate = {
    entity,
    id,
    action: event.action,
    new_id: event.newId,
    modified: event.modified === null ? null : engine.clock.toWall(event.modified),
    user: event.user,
    changed: event.changed,
  }
  const { changed: _, ...listed } = told
  const ofOwner = (room: (entity: string, user: string) => string) => (owner === null ? [] : [room(entity, owner)])
  emitList(io, [listRoom(entity), ...ofOwner(ownListRoom)], listed)
  emitList(io, [veiledListRoom(entity), ...ofOwner(ownVeiledListRoom)], veiled(entity))
  if (event.action !== 'created') io.to(docRoom(event)).emit('doc_update', told)
  if (entity === 'Entity' && event.action === 'renamed') tellRenamedType(io, listed)
}

/** Something changed; a listener who may not hear of every record reads again what they may read. */
export const veiled = (entity: string): ListUpdate => ({
  ...{ entity, id: null, action: 'updated', new_id: null, modified: null, user: null },
})

/** An event that nobody listens for is not even put into words. */
function emitList(io: LiveServer, rooms: string[], told: ListUpdate): void {
  const known = io.of('/').adapter.rooms
  const listened = rooms.filter((room) => known.has(room))
  if (listened.length > 0) io.to(listened).emit('list_update', told)
}

/**
 * Rooms of an entity type that has another name now: its listeners learn the new one (reference: http-api, Renaming).
 */
function tellRenamedType(io: LiveServer, told: ListUpdate & { id: string; user: string }): void {
  const entity = told.id
  const prefix = docRoom({ entity, id: '' })
  for (const room of io.of('/').adapter.rooms.keys()) {
    if (isListRoomOf(entity, room)) io.to(room).emit('list_update', { ...told, entity })
    if (!room.startsWith(prefix)) continue
    io.to(room).emit('doc_update', { ...told, entity, id: room.slice(prefix.length), changed: [] })
  }
}

/** What is gone has no listeners. */
function leaveWhatIsGone(subscriptions: Subscriptions, event: RecordEvent): void {
  if (event.action !== 'deleted' && event.action !== 'renamed') return
  subscriptions.leaveRecord(event)
  if (event.entity === 'Entity') subscriptions.leaveEntity(event.id)
}
