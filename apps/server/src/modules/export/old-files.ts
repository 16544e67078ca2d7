import { deleteRecord, find, setSilently, systemContext } from '../../entity/index.ts'
import { addMillis } from '../../ground/utc-text.ts'
import type { Site } from '../../site.ts'

const hour = 3_600_000
/** How long the file of a job is kept (reference: http-api, Export). */
const fileHours = 24

/** Deletes the files of old exports, now and every hour; returns a function that stops this. */
export function dropOldFiles(site: Site): () => void {
  const drop = () => site.inBackground(dropExpired(site))
  const timer = setInterval(drop, hour).unref()
  drop()
  return () => clearInterval(timer)
}

export async function dropExpired({ engine }: Site): Promise<void> {
  const before = addMillis(engine.clock.nowUtc(), -fileHours * hour)
  const where = { kind: 'Export', status: 'Done', ended: { below: before }, file: { not: null } }
  for (const { id, result } of await find(engine, 'Job', { where, fields: ['result'] })) {
    const { file_id: file } = JSON.parse(String(result ?? '{}')) as { file_id?: string }
    const isThere = file && (await find(engine, 'File', { where: { id: file } })).length > 0
    if (isThere) await deleteRecord(engine, systemContext(engine), 'File', file, { isFinal: true })
    await engine.store.write((tx) => setSilently(engine, tx, 'Job', id, { file: null }))
  }
}
