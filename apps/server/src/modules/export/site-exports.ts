import { invalid, limits, type Message, notPossibleNow, Problem, refused } from '@tavla/contract'
import { type Context, type ExportPlan, planExport } from '../../entity/index.ts'
import type { ExportFile, Exports, Site } from '../../site.ts'
import { contentOf, mimes } from './content.ts'
import { exportWorkName } from './export-job.ts'
import { fileNameOf, readerOf } from './names.ts'
import { readExportQuery } from './query.ts'
import { importTemplate } from './template.ts'

/** Records of an export without a job. */
const maxRows = 100_000
/** Exports of one person under way. */
const maxAtOnce = 3

/** Begins exports, and notes each of them in the security log. */
export class SiteExports implements Exports {
  readonly #site: Site
  readonly #underWay = new Map<string, number>()

  constructor(site: Site) {
    this.#site = site
  }

  async begin(
    ctx: Context,
    entity: string,
    sent: Readonly<Record<string, unknown>>,
  ): Promise<ExportFile | { job: string }> {
    const { jobs } = this.#site
    const plan = await this.#planned(ctx, entity, sent)
    const { query, rows } = plan
    const order = { work: exportWorkName, entity, title: titleOf(entity), input: query, total: rows.length }
    const begun = rows.length > maxRows ? { job: await jobs.add(ctx, order) } : this.#file(ctx, plan)
    const format = (query.format ?? 'xlsx').toUpperCase()
    const detail = { text: '{0}: {1} records, {2}', args: [{ translate: entity }, rows.length, format] }
    this.#site.security.note({ event: 'Export', outcome: 'Allowed', ctx, detail })
    return begun
  }

  template(ctx: Context, entity: string, format = 'xlsx'): ExportFile {
    if (format !== 'xlsx') throw invalid('The value for {0} is not valid', ['format'])
    return importTemplate(this.#site, ctx, entity)
  }

  /** Finds the records for somebody who may export them; who may not is noted. */
  async #planned(ctx: Context, entity: string, sent: Readonly<Record<string, unknown>>): Promise<ExportPlan> {
    const { engine, security } = this.#site
    try {
      if (engine.settings.allow_export === 'Managers' && !isManager(ctx)) throw refused(forManagers)
      return await planExport(engine, ctx, entity, readExportQuery(sent))
    } catch (error) {
      if (error instanceof Problem && error.status === 403) {
        security.note({ event: 'Export', outcome: 'Refused', ctx, detail: entity.slice(0, limits.dataLength) })
      }
      throw error
    }
  }

  #file(ctx: Context, plan: ExportPlan): ExportFile {
    const { user } = ctx.actor
    const count = this.#underWay.get(user) ?? 0
    if (count >= maxAtOnce) throw notPossibleNow({ text: 'You have too many jobs running.' })
    const context = async () => ctx
    const content = contentOf({ engine: this.#site.engine, plan, context }, readerOf(this.#site, ctx, plan))
    this.#underWay.set(user, count + 1)
    content.once('close', () => {
      const left = (this.#underWay.get(user) ?? 1) - 1
      if (left > 0) this.#underWay.set(user, left)
      else this.#underWay.delete(user)
    })
    return { name: fileNameOf(this.#site, ctx, plan), mime: mimes[plan.query.format ?? 'xlsx'], content }
  }
}

const forManagers: Message = { text: 'Export is for managers only.' }

const isManager = ({ actor, system }: Context) => system || actor.all || actor.roles.has('System Manager')

const titleOf = (entity: string): Message => ({ text: 'Export of {0}', args: [{ translate: entity }] })
