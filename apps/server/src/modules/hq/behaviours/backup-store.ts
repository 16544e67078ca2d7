import { isAbsolute, normalize } from 'node:path'
import { type Behaviour, type Change, find, inUseProblem } from '../../../entity/index.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import type { Hq } from '../hq.ts'

/** Rules of backup stores: which folder can be one, and that one in use stays. */
export const backupStoreBehaviour = (hq: Hq): Behaviour => ({
  entity: 'Backup Store',
  beforeSave({ after, reject }) {
    if (after.type === 'Folder' && typeof after.folder === 'string' && !isPlainFolder(after.folder)) {
      reject('folder', { text: 'The value for {0} is not valid', args: [{ translate: 'Folder' }] })
    }
  },
  async beforeDelete(change) {
    const kept = await keptBackup(change)
    if (kept === undefined) return
    const { engine, ctx, id } = change
    throw await inUseProblem(
      engine,
      ctx,
      { entity: 'Backup Store', id },
      [{ entity: 'Backup', id: kept, fieldname: 'store' }],
      1,
    )
  },
  present: (record, { language }) =>
    record.last_error ? { ...record, last_error: translateSentence(hq.site, record.last_error, language) } : record,
})

/** A backup whose blocks lie in this store. */
async function keptBackup({ engine, id, tx }: Change): Promise<string | undefined> {
  const where = { store: id, status: { not: 'Expired' } }
  const [kept] = await find(engine, 'Backup', { where, limit: 1, reader: tx })
  return kept?.id
}

const isPlainFolder = (path: string) => isAbsolute(path) && normalize(path) === path && path !== '/'
