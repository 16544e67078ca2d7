import { getRecord, type RecordEvent, systemContext, updateRecord } from '../../entity/index.ts'
import type { FileParts } from './parts.ts'
import { waitingRows } from './rows.ts'

/**
 * Attaches files that were uploaded in the new-record window, which belong to no record yet, once their record is
 * created: users who may read the record see them, and they are deleted with it. Returns a function that stops this.
 */
export function claimUploads(parts: FileParts): () => void {
  return parts.site.engine.listen((event) => {
    if (event.action === 'created' && event.entity !== 'File') parts.site.inBackground(claimFor(parts, event))
  })
}

async function claimFor({ site }: FileParts, event: RecordEvent): Promise<void> {
  const { engine } = site
  const fields = engine.models.get(event.entity)?.stored.filter((field) => field.kind === 'file') ?? []
  if (fields.length === 0) return
  const ctx = systemContext(engine)
  const record = await getRecord(engine, ctx, event.entity, event.id)
  for (const { name } of fields) {
    const url = record[name]
    if (typeof url !== 'string') continue
    for (const { id } of await waitingRows(engine, event.entity, event.user, url)) {
      await updateRecord(engine, ctx, 'File', id, { id, attached_to_id: event.id, attached_to_field: name })
    }
  }
}
