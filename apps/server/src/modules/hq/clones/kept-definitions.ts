import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefinitionPlanItem } from '@tavla/contract'
import { restoredPlaces } from '../../../backup/read-back.ts'
import { writePrivateFile } from '../../../config/site-config.ts'
import type { DefinitionItem } from '../../../entity/index.ts'
import { definitionsTimeout } from '../../../hosting/driver.ts'
import { prepareQuietFolder, startQuietSite } from '../../../hosting/quiet-site.ts'
import { answerOf } from '../promotions/ask.ts'

/** The folder of a clone that is built and settled, without a process on it. */
interface BuiltClone {
  id: string
  folder: string
  /** The database that was made for it. */
  database: string | undefined
}

/**
 * Puts what a clone had changed in its definitions since `base` on its fresh data, whatever its source changed since;
 * resolves to the definitions of the fresh data, which both share from then on.
 * @throws Problem that the fresh data refuses them with, HostingFault
 */
export async function putDefinitions(
  { id, folder, database }: BuiltClone,
  { definitions, base }: { definitions: readonly DefinitionItem[]; base: readonly DefinitionItem[] | undefined },
  signal: AbortSignal,
): Promise<DefinitionItem[]> {
  const file = join(folder, restoredPlaces.config)
  const config = readFileSync(file, 'utf8')
  const site = await startQuietSite(prepareQuietFolder(folder, database), signal)
  try {
    const ask = async <T>(order: object): Promise<T> =>
      answerOf<T>(await site.ask('definitions', order, definitionsTimeout))
    const { items: fresh } = await ask<{ items: DefinitionItem[] }>({ do: 'export' })
    const order = { do: 'plan', source: definitions, base }
    const { plan } = await ask<{ plan: DefinitionPlanItem[] }>(order)
    const items = plan.map((item) => ({ ...item, picked: 1 }))
    if (items.length > 0) await ask({ do: 'put', items, confirm_data_loss: 1, dry_run: 0, site: id })
    return fresh
  } finally {
    await site.end()
    writePrivateFile(file, config)
  }
}
