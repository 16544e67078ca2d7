import type { DocTarget } from './payload.ts'
import { answerRoom, openRoom } from './rooms.ts'
import type { LiveServer, Viewer } from './types.ts'

/**
 * Sends all viewers of a record the list of its viewers, with a mark for each who writes an answer. A user with several
 * tabs appears once (reference: live-events, Events from the server).
 */
export function announceViewers(io: LiveServer, target: DocTarget): void {
  const room = openRoom(target)
  const viewers = viewersIn(io, room)
  for (const id of viewersIn(io, answerRoom(target)).keys()) {
    const viewer = viewers.get(id)
    if (viewer) viewers.set(id, { ...viewer, is_answering: 1 })
  }
  if (viewers.size > 0) {
    io.to(room).emit('doc_viewers', { entity: target.entity, id: target.id, users: [...viewers.values()] })
  }
}

function viewersIn(io: LiveServer, room: string): Map<string, Viewer> {
  const viewers = new Map<string, Viewer>()
  for (const id of io.of('/').adapter.rooms.get(room) ?? []) {
    const viewer = io.of('/').sockets.get(id)?.data.viewer
    if (viewer && !viewers.has(viewer.id)) viewers.set(viewer.id, viewer)
  }
  return viewers
}
