import { client } from '@tavla/app-shell/frame'
import type { EntityRecord } from '@tavla/contract'

/** A deleted project in the answer of `GET /api/hq/trash` (reference: hosting, Trash of projects). */
export interface TrashedProject {
  name: string
  id: string
  project_name: string
  removed_at: string
  until: string
  bytes: number
}

/** The deleted projects, the newest first. */
export const readTrash = async () => (await client.api.get<{ items: readonly TrashedProject[] }>('/api/hq/trash')).items

/** Brings a project back, stopped, under its own id unless another is given. */
export const restoreFromTrash = async (name: string, id: string | undefined) =>
  (
    await client.api.post<{ entity: EntityRecord }>('/api/hq/restore_from_trash', {
      name,
      ...(id !== undefined && { id }),
    })
  ).entity
