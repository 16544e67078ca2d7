import { badRequest, invalid, textOf } from '@tavla/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Context, type Engine, find } from '../../../entity/index.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import type { Hq } from '../hq.ts'
import { isLevel, type Level, levels, requireManager } from './levels.ts'
import { setAccessIn } from './rows.ts'

interface Access {
  project: string
  level: Level
}

/** `/api/hq/access`: the levels of one person on all projects (reference: hosting, Levels). */
export function accessRoutes({ site }: Hq): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/hq/access', async (request) => {
      requireManager(request.ctx)
      const user = textOf((request.query as Record<string, unknown>).user)
      await requireUser(site.engine, site.store, user)
      return { projects: await accessOf(site.engine, user, site.store) }
    })

    app.put('/api/hq/access', async (request) => {
      requireManager(request.ctx)
      const { engine } = site
      const { user, wanted } = readBody(request)
      await engine.store.write((tx) => replaceAccess(engine, request.ctx, tx, user, wanted))
      return { projects: await accessOf(engine, user, engine.store) }
    })
  }
}

async function accessOf(engine: Engine, user: string, reader: Reader): Promise<Access[]> {
  const rows = await find(engine, 'Project Access', {
    where: { user },
    fields: ['parent', 'level'],
    order: 'parent',
    reader,
  })
  return rows.flatMap(({ parent, level }) => (isLevel(level) ? [{ project: String(parent), level }] : []))
}

/** Writes each project that changes, in the order of their ids. */
async function replaceAccess(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  user: string,
  wanted: ReadonlyMap<string, Level>,
): Promise<void> {
  await requireUser(engine, tx, user)
  const held = new Map((await accessOf(engine, user, tx)).map(({ project, level }) => [project, level]))
  const projects = engine.rows(engine.models.require('Project'))
  for (const project of [...new Set([...held.keys(), ...wanted.keys()])].sort()) {
    const level = wanted.get(project)
    if (level === held.get(project)) continue
    if (!(await projects.byIdLocked(tx, project))) throw couldNotFind('Project', project)
    await setAccessIn(engine, ctx, tx, project, { user, ...(level && { level }) })
  }
}

/** @throws Problem 400, 417 */
function readBody({ body }: FastifyRequest): { user: string; wanted: Map<string, Level> } {
  const { user, projects } = (body ?? {}) as Record<string, unknown>
  if (!Array.isArray(projects)) throw badRequest()
  const wanted = new Map<string, Level>()
  for (const one of projects as unknown[]) {
    const { project, level } = (one ?? {}) as Record<string, unknown>
    if (typeof project !== 'string' || project === '') throw invalid('{0} is required', [{ translate: 'Project' }])
    if (!isLevel(level)) throw invalid('{0} must be one of: {1}', [{ translate: 'Level' }, [...levels]])
    if (wanted.has(project)) throw badRequest()
    wanted.set(project, level)
  }
  return { user: textOf(user), wanted }
}

/** @throws Problem 417 */
async function requireUser(engine: Engine, reader: Reader, user: string): Promise<void> {
  if (user === '') throw invalid('{0} is required', [{ translate: 'User' }])
  if (!(await engine.rows(engine.models.require('User')).exists(reader, user))) throw couldNotFind('User', user)
}

const couldNotFind = (entity: string, id: string) =>
  invalid('Could not find {0}: {1}', [{ translate: entity }, id.slice(0, 140)], 'LinkValidationError')
