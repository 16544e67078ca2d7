import { systemContext } from '../entity/index.ts'
import type { Site, SiteModule } from '../site.ts'

/** Creates the records of a fresh site, once for each app; an app that is added later brings its own then. */
export async function seedSite({ engine, store, config }: Site, modules: readonly SiteModule[]): Promise<void> {
  const ctx = systemContext(engine)
  for (const app of ['platform', 'hq', 'sample'] as const) {
    if (!config.apps.includes(app)) continue
    const key = `seeded ${app}`
    if (await store.get(engine.system.getSite.with([key]))) continue
    if (app === 'sample') for (const module of modules) await module.seedSample?.(engine, ctx)
    for (const module of modules) if (module.app === app) await module.seed?.(engine, ctx)
    await store.write((tx) => tx.run(engine.system.setSite.with([key, engine.clock.nowUtc()])))
  }
}
