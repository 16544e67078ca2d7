import {
  badRequest,
  type ImportColumnsAnswer,
  type ImportOutcome,
  type ImportRow,
  type ImportRowsAnswer,
  importOutcomes,
  invalid,
  limits,
  type MendedRowAnswer,
  type Message,
  notPossibleNow,
  recordNotFound,
} from '@tavla/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Context, isFilterable } from '../../entity/index.ts'
import { queryNumber, queryText } from '../../ground/query-values.ts'
import type { Site } from '../../site.ts'
import { importTargets } from '../import-targets.ts'
import { commitWork } from './jobs/commit-job.ts'
import { type CommitInput, planIsGone } from './jobs/import-run.ts'
import { describe, type PlanInput, planWork } from './jobs/plan-job.ts'
import { mendLine } from './mend.ts'
import { countEqual, mendEqual } from './mend-equal.ts'
import { nearestFinder } from './nearest.ts'
import { asProblem, checkColumns, findFile, openFile, requireImport, wordsOf } from './open-file.ts'
import { readOptions } from './options.ts'
import { addTally, cellOf, emptyTally, type PlanLine } from './plan.ts'
import type { PlanStore, StoredPlan } from './plan-store.ts'
import type { Remembered } from './remembered.ts'

/** The parts that the routes of imports use. */
export interface ImportParts {
  site: Site
  plans: PlanStore
  remembered: Remembered
}

interface EntityRoute {
  Params: { name: string }
}

/** The calls of imports (reference: http-api, Import). */
export function importRoutes(parts: ImportParts): FastifyPluginAsync {
  return async (app) => {
    app.post<EntityRoute>('/api/entity/:name/import', async (request) => {
      const body = bodyOf(request)
      const { name } = request.params
      if (body.plan_id !== undefined) return { data: await startImport(parts, request.ctx, name, body) }
      if (body.columns) return { data: await showColumns(parts, request.ctx, name, body) }
      return { data: await startPlan(parts, request.ctx, name, body) }
    })

    app.get('/api/app/import_rows', async (request) => {
      const stored = await requirePlan(parts, request.ctx, queryText(request, 'job'))
      const outcome = outcomeOf(queryText(request, 'outcome'))
      const start = queryNumber(request, 'limit_start') ?? 0
      const length = queryNumber(request, 'limit_page_length') ?? limits.pageDefault
      if (!(start >= 0)) throw invalid('The value for {0} is not valid', ['limit_start'])
      if (!(length >= 1 && length <= limits.pageCap))
        throw invalid('The value for {0} is not valid', ['limit_page_length'])
      const { lines, count, counts } = await parts.plans.page(stored.id, outcome, start, length)
      const rows = await presentLines(parts, request.ctx, stored, lines, queryNumber(request, 'nearest') === 1)
      return { rows, count, counts, job: stored.job, commit: stored.commit || null } satisfies ImportRowsAnswer
    })

    app.put('/api/app/import_rows', async (request) => {
      const { job, row, values, equal } = bodyOf(request)
      const stored = await requirePlan(parts, request.ctx, typeof job === 'string' ? job : undefined)
      if (stored.commit !== null) throw notPossibleNow({ text: 'The import has already started.' })
      const { record, ...model } = await mendLine(parts, request.ctx, stored, row, values)
      const mended = equal === 1 ? await mendEqual(parts, request.ctx, stored, model) : 0
      const left = await countEqual(parts.plans, stored, model)
      const rows = await presentLines(parts, request.ctx, stored, record, true)
      const { counts } = await parts.plans.page(stored.id, undefined, 0, 0)
      const mine = rows[record.indexOf(model.line)] as ImportRow
      return { row: mine, record: rows, counts, mended, equal: left } satisfies MendedRowAnswer
    })
  }
}

function bodyOf({ body = {} }: FastifyRequest): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest()
  return body as Record<string, unknown>
}

/** The columns as the first rows of the file show them, before anything is tried. */
async function showColumns(
  parts: ImportParts,
  ctx: Context,
  entity: string,
  body: Record<string, unknown>,
): Promise<ImportColumnsAnswer> {
  const options = readOptions(body.options)
  const model = requireImport(parts.site, ctx, entity, options.mode ?? 'create')
  const file = await findFile(parts.site, ctx, body.file)
  const { plan, isRemembered } = await openFile(parts.site, ctx, file, model, options, parts.remembered)
  const targets = [...importTargets(parts.site.engine, ctx, model).keys()]
  return { ...describe(plan), targets, remembered: isRemembered ? 1 : 0 }
}

async function startPlan(parts: ImportParts, ctx: Context, entity: string, body: Record<string, unknown>) {
  const { site, remembered } = parts
  const options = readOptions(body.options)
  const model = requireImport(site, ctx, entity, options.mode ?? 'create')
  const file = await findFile(site, ctx, body.file)
  const { plan, heads } = await openFile(site, ctx, file, model, options, remembered)
  requireImport(site, ctx, entity, plan.mode)
  checkColumns(site, ctx, model, plan)
  const { mapping } = options
  if (mapping) await remembered.keep(ctx.actor.user, entity, heads, { mapping, key: plan.key, mode: plan.mode })
  const { reading, headRow } = options
  const form = { sheet: reading.sheet, encoding: plan.form.encoding, delimiter: plan.form.delimiter }
  const input: PlanInput = { file: String(body.file), reading: form, headRow, plan }
  const title: Message = { text: 'Import of {0}: dry run', args: [file.name] }
  return { job: await site.jobs.add(ctx, { work: planWork, entity, title, input }) }
}

async function startImport(parts: ImportParts, ctx: Context, entity: string, body: Record<string, unknown>) {
  const { site, plans } = parts
  const { plan_id: id, on_error: asked } = body
  const stored = typeof id === 'string' ? await plans.find(id) : undefined
  if (!stored || stored.user !== ctx.actor.user || stored.plan.entity !== entity) throw asProblem(planIsGone)
  requireImport(site, ctx, entity, stored.plan.mode)
  if (asked !== undefined && asked !== 'stop' && asked !== 'skip') {
    throw invalid('{0} must be one of: {1}', ['on_error', 'stop, skip'])
  }
  const counts = await countRecords(parts, stored)
  const total = importOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const onError = asked ?? (total <= limits.bulkItems ? 'stop' : 'skip')
  if (!(await plans.start(stored.id))) throw notPossibleNow({ text: 'The import has already started.' })
  try {
    const input: CommitInput = { plan: stored.id, onError }
    const title: Message = { text: 'Import of {0}', args: [stored.plan.fileName] }
    const job = await site.jobs.add(ctx, { work: commitWork, entity, title, input, total })
    await plans.started(stored.id, job)
    return { job }
  } catch (error) {
    await plans.started(stored.id, null)
    throw error
  }
}

async function countRecords({ plans }: ImportParts, { id }: StoredPlan) {
  const counts = emptyTally()
  for (const { tally } of await plans.tallies(id)) addTally(counts, tally)
  return counts
}

/** The person's own import. @throws Problem 404 */
async function requirePlan({ plans, site }: ImportParts, ctx: Context, job: string | undefined): Promise<StoredPlan> {
  const stored = job === undefined ? undefined : await plans.ofJob(job)
  if (!stored || stored.user !== ctx.actor.user) throw recordNotFound('Job', (job ?? '').slice(0, limits.dataLength))
  requireImport(site, ctx, stored.plan.entity, stored.plan.mode)
  return stored
}

function outcomeOf(text: string | undefined): ImportOutcome | undefined {
  const outcome = importOutcomes.find((one) => one === text)
  if (text !== undefined && !outcome) throw invalid('{0} must be one of: {1}', ['outcome', importOutcomes.join(', ')])
  return outcome
}

/** Lines as their person sees them, with the messages in that person's language, and what refused cells nearly say. */
async function presentLines(
  { site }: ImportParts,
  ctx: Context,
  { plan }: StoredPlan,
  lines: readonly PlanLine[],
  hasNearest: boolean,
): Promise<ImportRow[]> {
  const { engine } = site
  const isReadable = isFilterable(engine, ctx, plan.entity)
  const targets = importTargets(engine, ctx, engine.models.require(plan.entity))
  const nearest = nearestFinder({ engine, ctx, plan, targets, hebrew: wordsOf(site, plan.entity).hebrew })
  return Promise.all(
    lines.map(async (line) => {
      const { outcome = 'refused', before = {}, messages = {}, id } = line.fate ?? {}
      const names = new Set([...plan.targets, ...Object.keys(line.mended ?? {})])
      const said = Object.entries(messages).map(async ([name, message]) => {
        return [name, await engine.say(message, ctx.language, plan.entity)] as const
      })
      return {
        ...{ row: line.row, outcome },
        ...(line.head !== undefined && { head: line.head }),
        ...(id !== undefined && { id }),
        values: Object.fromEntries([...names].map((name) => [name, cellOf(plan, line, name)])),
        before: Object.fromEntries(Object.entries(before).filter(([name]) => isReadable(name))),
        messages: Object.fromEntries(await Promise.all(said)),
        ...(hasNearest && outcome === 'refused' && { nearest: await nearest(line) }),
      }
    }),
  )
}
