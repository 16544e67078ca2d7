import { invalid } from '@tavla/contract'
import { type Change, find, isReadable } from '../../../entity/index.ts'

/**
 * Gives the files of a note their names and addresses. A file that comes anew is one that the writer may read
 * (reference: conversations, Notes).
 * @throws Problem 417 for one that they may not
 */
export async function nameFiles({ engine, ctx, tx, before, tables }: Change): Promise<void> {
  const rows = tables.attachments ?? []
  if (rows.length === 0) return
  const former = new Set(((before?.attachments ?? []) as readonly { file?: unknown }[]).map(({ file }) => String(file)))
  const ids = rows.map(({ file }) => String(file ?? ''))
  const where = { id: { in: ids } }
  const stored = await find(engine, 'File', { where, fields: ['file_name', 'file_url'], reader: tx })
  const files = new Map(stored.map((file) => [file.id, file]))
  for (const row of rows) {
    const id = String(row.file ?? '')
    const file = files.get(id)
    const isOpen = ctx.system || former.has(id) || (await isReadable(engine, ctx, tx, 'File', id))
    if (!isOpen) throw invalid('Could not find {0}: {1}', [{ translate: 'File' }, id])
    if (file) Object.assign(row, { file_name: file.file_name, file_url: file.file_url })
  }
}
