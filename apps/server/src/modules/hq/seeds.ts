import { join } from 'node:path'
import { type Context, createIn, createRecord, type Engine, find, systemContext, updateIn } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import type { Tx } from '../../store/store.ts'
import { demoProject } from './site-spec.ts'

/** Creates the records of a new HQ (reference: hosting, Provisioning); keeps existing ones. */
export async function seedHq(site: Site, engine: Engine, ctx: Context): Promise<void> {
  await engine.store.write(async (tx) => {
    const ensure = ensureIn(engine, ctx, tx)
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

/** Makes a record that is missing. */
function ensureIn(engine: Engine, ctx: Context, tx: Tx) {
  return async (entity: string, id: string, body: Record<string, unknown>): Promise<void> => {
    if (!(await engine.rows(engine.models.require(entity)).exists(tx, id))) {
      await createIn(engine, ctx, tx, entity, body)
    }
  }
}

/** Creates what a fleet needs, once for each HQ, new or old: a deleted plan or store does not come back. */
export function seedFleet(site: Site): Promise<void> {
  return once(site, 'seeded fleet', async ({ engine }, tx) => {
    const ensure = ensureIn(engine, systemContext(engine), tx)
    const description = 'Works with the projects that name them'
    await ensure('Role', 'Project Operator', { role_name: 'Project Operator', description, is_core: 1 })
    const folder = join(site.config.dir, 'backups')
    await ensure('Backup Store', 'local', { store_name: 'local', type: 'Folder', folder })
    await ensure('Backup Plan', 'Daily', { plan_name: 'Daily', store: 'local', is_default: 1 })
  })
}

/** Runs an errand once in the life of a site, in one transaction. */
async function once(site: Site, key: string, run: (site: Site, tx: Tx) => Promise<void>): Promise<void> {
  const { engine } = site
  if (await engine.store.get(engine.system.getSite.with([key]))) return
  await engine.store.write(async (tx) => {
    await run(site, tx)
    await tx.run(engine.system.setSite.with([key, engine.clock.nowUtc()]))
  })
}

/** Creates the demo project once; HQ doesn't make it again after a user deleted it. */
export async function seedDemoProject({ engine, config }: Site): Promise<void> {
  if (!config.apps.includes('sample')) return
  const key = 'seeded demo project'
  if (await engine.store.get(engine.system.getSite.with([key]))) return
  const ctx = systemContext(engine)
  const rows = engine.rows(engine.models.require('Project'))
  if (!(await rows.exists(engine.store, demoProject))) {
    await createRecord(engine, ctx, 'Project', {
      id: demoProject,
      project_name: 'Demo',
      server: 'main',
      color: 'Blue',
      environment: 'Demo',
      start_with: 'Sample',
      default_language: engine.settings.default_language,
    })
  }
  await engine.store.write((tx) => tx.run(engine.system.setSite.with([key, engine.clock.nowUtc()])))
}

/**
 * Upgrades projects from before environments: `demo` is a demo, and each keeps the records it began with, which those
 * from before the field `sample_data` got from their HQ.
 */
export function upgradeProjects(site: Site): Promise<void> {
  return once(site, 'environment of projects', async ({ engine, config }, tx) => {
    const ctx = systemContext(engine)
    const isMarked = await tx.get(engine.system.getSite.with(['sample data by project']))
    const hasAll = config.apps.includes('sample') && !isMarked
    const known = await find(engine, 'Project', { fields: ['environment', 'start_with', 'sample_data'], reader: tx })
    for (const { id, environment, start_with, sample_data } of known) {
      await updateIn(engine, ctx, tx, 'Project', id, {
        environment: environment ?? (id === demoProject ? 'Demo' : 'Development'),
        start_with: start_with ?? (hasAll || sample_data === 1 ? 'Sample' : 'Empty'),
      })
    }
  })
}

/** Projects listen on HQ's host, as an address. */
const bindAddress = (host: string) => (host === 'localhost' ? '127.0.0.1' : host)
