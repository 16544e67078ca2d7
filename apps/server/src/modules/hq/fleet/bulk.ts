import { badRequest, invalid, limits, Problem, textOf } from '@tavla/contract'
import { type Context, find, Operation, requireConfirmation, runAction } from '../../../entity/index.ts'
import type { Hq } from '../hq.ts'

type Data = Readonly<Record<string, unknown>>

/** The action of a Project behind each name. */
const actions: ReadonlyMap<string, string> = new Map([
  ['start', 'start_project'],
  ['stop', 'stop_project'],
  ['restart', 'restart_project'],
  ['take_backup', 'take_backup'],
])
const maxProjects = 200
const atOnce = 2

type Result = { project: string; ok: 1; status: string } | { project: string; ok: 0; message: string }

/**
 * Answer of `POST /api/hq/bulk`: one action on several projects, on each by itself and with the caller's level there
 * (reference: hosting, Fleet).
 * @throws Problem 409 ConfirmationError, 417
 */
export async function actOnMany(hq: Hq, ctx: Context, body: Data): Promise<{ results: Result[] }> {
  const { engine } = hq.site
  const action = actions.get(textOf(body.action))
  if (!action) throw invalid('{0} must be one of: {1}', ['action', [...actions.keys()]])
  const projects = projectsIn(body.projects)
  const production = await inProduction(hq, projects)
  if (action === 'stop_project' && production.size > 0) requireConfirmation(ctx, String(projects.length), body)
  const results = new Map<string, Result>()
  const waiting = [...projects]
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      // A confirmation stands in the history of the project that needed it, under its own id.
      const own = { ...ctx, operation: new Operation(ctx.actor.user) }
      const data = production.has(id) ? { confirm: id, reason: body.reason } : {}
      results.set(id, await actOnOne(id, () => runAction(engine, own, 'Project', id, action, data)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { results: projects.flatMap((id) => results.get(id) ?? []) }

  async function actOnOne(project: string, act: () => Promise<unknown>): Promise<Result> {
    try {
      const { status } = ((await act()) ?? {}) as { status?: unknown }
      return { project, ok: 1, status: textOf(status) || (await statusOf(hq, project)) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { project, ok: 0, message: await engine.say(error.detail, ctx.language) }
    }
  }
}

/** @throws Problem 400, 417 */
function projectsIn(given: unknown): string[] {
  if (!Array.isArray(given) || !given.every((id) => typeof id === 'string' && id.length <= limits.dataLength)) {
    throw badRequest()
  }
  const ids = [...new Set(given as string[])]
  if (ids.length === 0 || ids.length > maxProjects) {
    throw invalid('{0} must be between {1} and {2}', ['projects', 1, maxProjects])
  }
  return ids
}

async function inProduction({ site }: Hq, projects: readonly string[]): Promise<Set<string>> {
  const found = await find(site.engine, 'Project', { where: { id: { in: projects }, environment: 'Production' } })
  return new Set(found.map(({ id }) => id))
}

async function statusOf({ site }: Hq, project: string): Promise<string> {
  const [found] = await find(site.engine, 'Project', { where: { id: project }, fields: ['status'] })
  return textOf(found?.status)
}
