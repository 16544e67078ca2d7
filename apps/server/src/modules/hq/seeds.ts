import { type Context, createIn, createRecord, type Engine, systemContext, updateRecord } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import { readProjects } from './rows.ts'

/** Creates the records of a new HQ (reference: hosting, Provisioning); keeps existing ones. */
export async function seedHq(site: Site, engine: Engine, ctx: Context): Promise<void> {
  await engine.store.write(async (tx) => {
    const ensure = async (entity: string, id: string, body: Record<string, unknown>) => {
      if (!(await engine.rows(engine.models.require(entity)).exists(tx, id))) {
        await createIn(engine, ctx, tx, entity, body)
      }
    }
    const description = 'Works with projects and servers'
    await ensure('Role', 'Operator', { role_name: 'Operator', description, is_core: 1 })
    await ensure('Role Profile', 'Operators', { role_profile: 'Operators', roles: [{ role: 'Operator' }] })
    await ensure('Server', 'main', {
      server_name: 'main',
      driver: 'Local',
      bind_address: bindAddress(site.config.host),
    })
  })
}

/** Creates the demo project once; HQ doesn't make it again after a user deleted it. */
export async function seedDemoProject({ engine, config }: Site): Promise<void> {
  if (!config.apps.includes('sample')) return
  const key = 'seeded demo project'
  if (await engine.store.get(engine.system.getSite.with([key]))) return
  const ctx = systemContext(engine)
  const rows = engine.rows(engine.models.require('Project'))
  if (!(await rows.exists(engine.store, 'demo'))) {
    await createRecord(engine, ctx, 'Project', {
      id: 'demo',
      project_name: 'Demo',
      server: 'main',
      color: 'Blue',
      sample_data: 1,
      default_language: engine.settings.default_language,
    })
  }
  await engine.store.write((tx) => tx.run(engine.system.setSite.with([key, engine.clock.nowUtc()])))
}

/** Upgrades projects from before the field `sample_data`: they keep the sample data that their HQ gave them. */
export async function keepSampleData({ engine, config }: Site): Promise<void> {
  const key = 'sample data by project'
  if (await engine.store.get(engine.system.getSite.with([key]))) return
  const ctx = systemContext(engine)
  for (const { id } of config.apps.includes('sample') ? await readProjects(engine) : []) {
    await updateRecord(engine, ctx, 'Project', id, { sample_data: 1 })
  }
  await engine.store.write((tx) => tx.run(engine.system.setSite.with([key, engine.clock.nowUtc()])))
}

/** Projects listen on HQ's host, as an address. */
const bindAddress = (host: string) => (host === 'localhost' ? '127.0.0.1' : host)
