import type { ListAnswer } from '@tavla/contract'
import type { Api } from '../api.ts'
import { entityPath } from './entities.ts'

const shown = [
  'file_name',
  'file_url',
  'thumbnail_url',
  'file_size',
  'file_type',
  'mime_type',
  'is_private',
  'attached_to_field',
]

/** Calls on the files of a record (reference: files, Uploading); the upload widget sends files itself. */
export const fileCalls = (api: Api) => ({
  /** The newest `count` files attached to a record, those of its fields included, with the names of their uploaders. */
  attachedTo: (entity: string, id: string, count: number) =>
    api.get<ListAnswer>(entityPath('File'), {
      filters: { attached_to_entity: entity, attached_to_id: id },
      fields: [...shown, 'owner', 'creation'],
      order_by: 'creation desc',
      limit_page_length: count,
    }),
  remove: (id: string) => api.delete(entityPath('File', id)),
})
