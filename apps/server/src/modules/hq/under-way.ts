import { notPossibleNow, recordNotFound } from '@tavla/contract'
import { announce, type Context, createIn, type Engine, find, setSilently, systemContext } from '../../entity/index.ts'
import type { Tx } from '../../store/store.ts'

/** The kinds of work on a project (reference: hosting, Under way). */
export type UnderWay = 'Backup' | 'Proof' | 'Restore' | 'Clone' | 'Rehearsal' | 'Promotion'

/** Work that holds up everything else that touches the project. */
const alone: readonly unknown[] = ['Restore', 'Clone', 'Promotion']
/** Work that touches neither the project's data nor its process. */
const aside: readonly UnderWay[] = ['Proof', 'Rehearsal']

/** All that goes on for a project, as the store keeps it over a kill. */
const keyOf = (project: string) => `under way ${project}`

/**
 * Knows what is under way for each project, and after a kill what an earlier HQ left. The record shows what was begun
 * last.
 */
export class UnderWayWork {
  readonly #engine: () => Engine
  readonly #byProject = new Map<string, readonly UnderWay[]>()
  /** The works that an earlier HQ left, as this one found them. */
  readonly #left = new Map<string, readonly UnderWay[]>()

  constructor(engine: () => Engine) {
    this.#engine = engine
  }

  /** Reads what an earlier HQ left, which goes on keeping other work out until it ends. */
  async load(): Promise<void> {
    const engine = this.#engine()
    for (const { id, under_way } of await find(engine, 'Project', { fields: ['under_way'] })) {
      if (typeof under_way !== 'string' || under_way === '') continue
      const row = await engine.store.get<{ value: string }>(engine.system.getSite.with([keyOf(id)]))
      const kept = row?.value ? (JSON.parse(row.value) as UnderWay[]) : []
      // An older version kept the record's field alone.
      const left = kept.length > 0 ? kept : [under_way as UnderWay]
      this.#left.set(id, left)
      this.#byProject.set(id, left)
    }
  }

  /** The projects for which an earlier HQ left such work. */
  leftBy(kind: UnderWay): string[] {
    return [...this.#left.keys()].filter((project) => this.wasLeft(project, kind))
  }

  wasLeft(project: string, kind: UnderWay): boolean {
    return this.#left.get(project)?.includes(kind) === true
  }

  /** Whether such work goes on, or an earlier HQ left it and nothing has settled it yet. */
  has(project: string, kind: UnderWay): boolean {
    return this.#byProject.get(project)?.includes(kind) === true
  }

  /**
   * Runs work that is under way for these projects, from its beginning to its end. `action` is what the history of each
   * project tells, such as `{ action: 'take_backup' }`.
   * @throws Problem 409 while other work goes on
   */
  async run<T>(
    ctx: Context,
    projects: readonly string[],
    kind: UnderWay,
    work: () => Promise<T>,
    action?: Readonly<Record<string, unknown>>,
  ): Promise<T> {
    await this.begin(ctx, projects, kind, action)
    try {
      return await work()
    } finally {
      await this.end(projects, kind)
    }
  }

  /** `run` for work that ends elsewhere: every `begin` needs its `end`. @throws Problem 409 while other work goes on */
  async begin(
    ctx: Context,
    projects: readonly string[],
    kind: UnderWay,
    action?: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const engine = this.#engine()
    await engine.store.write(async (tx) => {
      for (const project of projects) {
        await this.#lock(tx, project, kind)
        await this.#show(tx, project, [...(this.#byProject.get(project) ?? []), kind])
        if (action) await noteAction(engine, ctx, tx, project, action)
      }
      tx.afterCommit(() => {
        for (const project of projects) this.#byProject.set(project, [...(this.#byProject.get(project) ?? []), kind])
      })
    })
  }

  async end(projects: readonly string[], kind: UnderWay): Promise<void> {
    for (const project of projects) {
      const going = this.#byProject.get(project) ?? []
      const at = going.lastIndexOf(kind)
      const left = going.filter((_, index) => index !== at)
      if (left.length > 0) this.#byProject.set(project, left)
      else this.#byProject.delete(project)
    }
    await this.#engine().store.write(async (tx) => {
      for (const project of projects) await this.#show(tx, project, this.#byProject.get(project) ?? [])
    })
  }

  /** Refuses what may not touch the project now; `shown` is what its locked row says. @throws Problem 409 */
  requireFree(project: string, shown: unknown, kind?: UnderWay): void {
    const going = [...(this.#byProject.get(project) ?? []), shown]
    const other = going.find((one) => alone.includes(one) || (kind === 'Backup' && one === 'Backup'))
    if (typeof other !== 'string') return
    throw notPossibleNow({ text: '{0} is under way for this project.', args: [{ translate: other }] })
  }

  /** `requireFree` with the project's row locked, so that nothing begins meanwhile. @throws Problem 404, 409 */
  async requireFreeIn(tx: Tx, project: string, kind?: UnderWay): Promise<void> {
    const engine = this.#engine()
    const row = await engine.rows(engine.models.require('Project')).byIdLocked(tx, project)
    if (!row) throw recordNotFound('Project', project)
    this.requireFree(project, row.under_way, kind)
  }

  async #lock(tx: Tx, project: string, kind: UnderWay): Promise<void> {
    // The last backup of a project is proven after the project is gone.
    if (!aside.includes(kind)) return this.requireFreeIn(tx, project, kind)
    const engine = this.#engine()
    await engine.rows(engine.models.require('Project')).byIdLocked(tx, project)
  }

  /** Sets the record's field. It is a state that people watch and no change of theirs: `modified` stays. */
  async #show(tx: Tx, project: string, going: readonly UnderWay[]): Promise<void> {
    const engine = this.#engine()
    const model = engine.models.require('Project')
    const row = await engine.rows(model).byIdLocked(tx, project)
    if (!row) return
    await tx.run(engine.system.setSite.with([keyOf(project), JSON.stringify(going)]))
    const kind = going.at(-1) ?? null
    if ((row.under_way ?? null) === kind) return
    await setSilently(engine, tx, 'Project', project, { under_way: kind })
    const changed = model.fields.filter(({ name }) => name === 'under_way')
    announce(engine, systemContext(engine), tx, model, row, { action: 'updated', changed })
  }
}

/** Tells the history of a project, or of another record, of an action that changes none of its fields. */
export async function noteAction(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  id: string,
  data: Readonly<Record<string, unknown>>,
  entity = 'Project',
): Promise<void> {
  await createIn(engine, { ...ctx, system: true }, tx, 'Version', {
    ref_entity: entity,
    ref_id: id,
    action: 'Action',
    user: ctx.actor.user,
    at: engine.clock.nowUtc(),
    request_id: ctx.requestId,
    operation_id: ctx.operation.id,
    data: { ...data, ...ctx.operation.confirmed },
  })
}
