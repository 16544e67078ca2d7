import { engineChecks, getRecord, listRecords, systemContext } from '../entity/index.ts'
import type { ProgramAnswer } from '../hosting/quiet-site.ts'
import type { Site } from '../site.ts'

/** Rows that are listed of each entity. */
const listed = 20

/**
 * Tries what the program needs of a site's records: lists every entity and opens every sealed value. It changes nothing
 * (reference: hosting, Control socket).
 */
export async function proveSite({ engine }: Site): Promise<ProgramAnswer> {
  const ctx = systemContext(engine)
  const failed: ProgramAnswer['failed'] = []
  let entities = 0
  for (const { id, kind, table } of engine.models.all()) {
    if (kind === 'Table') continue
    entities += 1
    try {
      if (kind === 'Settings') await getRecord(engine, ctx, id, id)
      else await listRecords(engine, ctx, id, { limit_page_length: listed })
    } catch (error) {
      failed.push({ table: table.name, expected: 'a list', found: error instanceof Error ? error.message : '' })
    }
  }
  const { ids = [] } = (await engineChecks.secrets?.(engine, true)) ?? {}
  for (const place of ids) failed.push({ table: place, expected: 'a value that the key of the site opens', found: '' })
  return { entities, failed }
}
