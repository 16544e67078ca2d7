import type { Engine } from '../../entity/index.ts'
import type { SiteSpec } from '../../hosting/driver.ts'
import type { Tx } from '../../store/store.ts'
import type { Hq } from './hq.ts'
import { readProject } from './rows.ts'
import { reachOf } from './site-spec.ts'

const keyOf = (project: string) => `configuration due ${project}`

/** Notes with a change of a project that its running site has an older configuration, which HQ remembers over a kill. */
export async function noteDueConfigIn(engine: Engine, tx: Tx, project: string): Promise<void> {
  await tx.run(engine.system.setSite.with([keyOf(project), 'due']))
}

/**
 * True for a running site that has to read its configuration anew; otherwise nothing is due any more. `began` is the
 * specification with which HQ started it; undefined for a site that ran already when HQ came.
 */
export async function isConfigDue({ site: { engine } }: Hq, project: string, began?: SiteSpec): Promise<boolean> {
  const noted = await engine.store.get<{ value: string }>(engine.system.getSite.with([keyOf(project)]))
  if (!noted?.value) return false
  return engine.store.write(async (tx) => {
    if (!(await engine.rows(engine.models.require('Project')).byIdLocked(tx, project))) return false
    const { environment, reach, reach_only } = began?.config ?? {}
    const now = reachOf(await readProject(engine, project, tx))
    if (JSON.stringify({ environment, reach, reach_only }) !== JSON.stringify(now)) return true
    await tx.run(engine.system.setSite.with([keyOf(project), '']))
    return false
  })
}
