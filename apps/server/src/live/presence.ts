import type { DocTarget } from './payload.ts'
import { openRoom } from './rooms.ts'
import type { LiveServer, Viewer } from './types.ts'

/** Tells everyone who has the record open who has it open; a person with several tabs appears once (contract 4). */
export function announceViewers(io: LiveServer, target: DocTarget): void {
  const room = openRoom(target)
  const viewers = new Map<string, Viewer>()
  for (const id of io.of('/').adapter.rooms.get(room) ?? []) {
    const viewer = io.of('/').sockets.get(id)?.data.viewer
    if (viewer && !viewers.has(viewer.id)) viewers.set(viewer.id, viewer)
  }
  if (viewers.size > 0) {
    io.to(room).emit('doc_viewers', { entity: target.entity, id: target.id, users: [...viewers.values()] })
  }
}
