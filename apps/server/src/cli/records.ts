import { definitionsOf } from '../app/modules.ts'
import { openEngine, openView } from '../check/site-check.ts'
import type { SiteConfig } from '../config/site-config.ts'
import type { Engine } from '../entity/index.ts'

/** Reads the records of a site as they are now, beside a running one, too. @throws StartError */
export async function withRecords<T>(config: SiteConfig, read: (engine: Engine) => Promise<T>): Promise<T> {
  const view = await openView(config)
  try {
    return await read(await openEngine(view, { config, modules: definitionsOf(config.apps), isDeep: false }))
  } finally {
    await view.close()
  }
}
