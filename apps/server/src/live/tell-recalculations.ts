import { type Engine, recalculatedFields } from '../entity/index.ts'
import { docRoom } from './rooms.ts'
import type { LiveServer } from './types.ts'

/**
 * Tells the readers of an entity's records that a recalculation of it has begun or ended, so that they read again which
 * fields are sure (reference: expressions, Recalculation). Returns a function that stops it.
 */
export function tellRecalculations(io: LiveServer, engine: Engine): () => void {
  let former = [...recalculatedFields(engine).keys()]
  return engine.recalculations.listen(() => {
    const now = [...recalculatedFields(engine).keys()]
    for (const entity of new Set([...former, ...now])) tellReaders(io, entity)
    former = now
  })
}

function tellReaders(io: LiveServer, entity: string): void {
  const prefix = docRoom({ entity, id: '' })
  for (const room of io.of('/').adapter.rooms.keys()) {
    if (!room.startsWith(prefix)) continue
    const update = { new_id: null, modified: null, user: '', changed: [] }
    io.to(room).emit('doc_update', { entity, id: room.slice(prefix.length), action: 'derived', ...update })
  }
}
