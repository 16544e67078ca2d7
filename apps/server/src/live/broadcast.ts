import type { ListUpdate } from '@tavla/contract'
import type { Engine } from '../entity/index.ts'
import type { RecordEvent } from '../entity/types.ts'
import { docRoom, listRoom, ownListRoom, userRoom } from './rooms.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { LiveServer } from './types.ts'

/** Entities whose records say who may do what; after a change of one, everyone's subscriptions are checked anew. */
const rightsOfAll = new Set(['Role', 'Role Profile', 'Entity'])

/**
 * One listener for every entity: sends what happened to the rooms concerned, after the commit and in commit order. When a
 * change touches rights, what follows waits until the sockets concerned were checked, so that nobody hears too much;
 * changes that come in one burst are checked together. Returns the way to stop.
 */
export function broadcastChanges(io: LiveServer, engine: Engine, subscriptions: Subscriptions): () => void {
  const queue: RecordEvent[] = []
  const doubtful = new Set<string>()
  let everyoneDoubtful = false
  let draining = false

  async function settleDoubts(): Promise<void> {
    const rooms = everyoneDoubtful ? 'all' : [...doubtful]
    everyoneDoubtful = false
    doubtful.clear()
    await subscriptions.recheck(rooms)
  }

  async function drain(): Promise<void> {
    draining = true
    for (let event = queue.shift(); event; event = queue.shift()) {
      while (everyoneDoubtful || doubtful.size > 0) await settleDoubts()
      sendEvent(io, engine, event)
      leaveWhatIsGone(subscriptions, event)
    }
    draining = false
  }

  return engine.listen((event) => {
    if (rightsOfAll.has(event.entity)) everyoneDoubtful = true
    else if (event.entity === 'User') doubtful.add(userRoom(event.id))
    queue.push(event)
    if (!draining) void drain()
  })
}

function sendEvent(io: LiveServer, engine: Engine, event: RecordEvent): void {
  const told: ListUpdate = {
    entity: event.entity,
    id: event.id,
    action: event.action,
    new_id: event.newId,
    modified: event.modified === null ? null : engine.clock.toWall(event.modified),
    user: event.user,
  }
  const listeners = io.to(listRoom(event.entity))
  const all = event.owner === null ? listeners : listeners.to(ownListRoom(event.entity, event.owner))
  all.emit('list_update', told)
  if (event.action !== 'created') io.to(docRoom(event)).emit('doc_update', { ...told, changed: event.changed })
  if (event.entity === 'Entity' && event.action === 'renamed') tellRenamedType(io, told)
}

/** Rooms of an entity type that has another name now: its listeners learn the new one (contract 3.5, rename). */
function tellRenamedType(io: LiveServer, told: ListUpdate): void {
  const entity = told.id
  io.to(listRoom(entity)).emit('list_update', { ...told, entity })
  const prefix = docRoom({ entity, id: '' })
  for (const room of io.of('/').adapter.rooms.keys()) {
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
