import { Problem } from '@tavla/contract'
import { type Context, type Engine, find, findVisible, type StoredRow } from '../../../entity/index.ts'
import type { Reader } from '../../../store/store.ts'

/** The File at an address that the user may see; the oldest of several that share the bytes. */
export async function fileOf(
  { engine, ctx, tx }: { engine: Engine; ctx: Context; tx: Reader },
  url: string,
): Promise<StoredRow | undefined> {
  const model = engine.models.require('File')
  const rows = await find(engine, 'File', { where: { file_url: url }, order: 'made', limit: 20, reader: tx })
  for (const { id } of rows) {
    const file = await findVisible(engine, ctx, model, id, tx).catch((error: unknown) => {
      if (error instanceof Problem) return undefined
      throw error
    })
    if (file) return file
  }
  return undefined
}
