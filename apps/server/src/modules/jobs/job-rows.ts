import type { JobStatus, OperationDoor } from '@tavla/contract'
import {
  type Context,
  createIn,
  type Engine,
  find,
  setSilently,
  systemContext,
  systemPlace,
  updateIn,
} from '../../entity/index.ts'
import type { JobCounts, JobResult } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

/** The program's own note of a job that has not ended, beside its record. */
export interface JobTask {
  work: string
  door: OperationDoor
  language: 'en' | 'he'
  /** How often it was begun. */
  runs: number
  input: unknown
  state: unknown
}

/** The count of a task that comes out of a backup. */
export const runsOfBackup = -1

/** A job of the last process. */
export interface LeftJob {
  id: string
  user: string
  entity: string
  operationId: string
  status: JobStatus
  counts: JobCounts
  task: JobTask
}

interface TaskRow {
  job: string
  work: string
  door: OperationDoor
  language: 'en' | 'he'
  runs: number
  input: string
  state: string | null
}

/** A new job as its record shows it. */
interface NewJob {
  title: string
  kind: string
  entity: string
  total: number
}

/** The records of jobs, and the tasks of those that have not ended. */
export class JobRows {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Stores both in one transaction, under the operation of the call. */
  async add(ctx: Context, { entity, ...shown }: NewJob, task: Omit<JobTask, 'runs' | 'state'>): Promise<string> {
    const engine = this.#engine
    const { user } = ctx.actor
    const system = systemContext(engine, ctx.requestId, ctx.operation)
    const owned = { ...system, actor: { ...system.actor, user } }
    const record = { ...shown, ref_entity: entity, status: 'Waiting', user, operation_id: ctx.operation.id }
    return engine.store.write(async (tx) => {
      const { row } = await createIn(engine, owned, tx, 'Job', record)
      const id = String(row.id)
      const sealed = engine.vault.seal(JSON.stringify(task.input), systemPlace('job_task', id))
      await tx.run(sql`insert into job_task (job, work, door, language, runs, input)
        values (${id}, ${task.work}, ${task.door}, ${task.language}, 0, ${sealed})`)
      return id
    })
  }

  /** Jobs that have not ended, the oldest first. */
  async left(): Promise<LeftJob[]> {
    const tasks = await this.#engine.store.all<Pick<TaskRow, 'job'>>(sql`select job from job_task`)
    const fields = ['user', 'ref_entity', 'status', 'operation_id', 'total', 'done', 'failed', 'creation'] as const
    const left: (LeftJob & { creation: string })[] = []
    for (const { job } of tasks) {
      const [row] = await find(this.#engine, 'Job', { where: { id: job }, fields })
      const task = await this.task(job)
      if (!row || !task) continue
      left.push({
        id: job,
        user: String(row.user ?? ''),
        entity: String(row.ref_entity),
        operationId: String(row.operation_id),
        status: String(row.status) as JobStatus,
        counts: { total: Number(row.total), done: Number(row.done), failed: Number(row.failed) },
        task,
        creation: String(row.creation),
      })
    }
    return left.toSorted((a, b) => (a.creation < b.creation ? -1 : 1))
  }

  async task(job: string): Promise<JobTask | undefined> {
    const { store, vault } = this.#engine
    const row = await store.get<TaskRow>(
      sql`select job, work, door, language, runs, input,
        (select state from job_state where job_state.job = job_task.job) as state from job_task where job = ${job}`,
    )
    if (!row) return undefined
    const { work, door, language } = row
    const input: unknown = JSON.parse(vault.open(row.input, systemPlace('job_task', job)))
    return { work, door, language, runs: Number(row.runs), input, state: row.state ? JSON.parse(row.state) : undefined }
  }

  /** Keeps the state of a step, in its transaction. */
  async keepIn(tx: Tx, job: string, state: unknown, counts: JobCounts): Promise<void> {
    await tx.run(sql`insert into job_state (job, state) values (${job}, ${JSON.stringify(state)})
      on conflict (job) do update set state = excluded.state`)
    await setSilently(this.#engine, tx, 'Job', job, { ...counts })
  }

  async countRun(job: string): Promise<void> {
    await this.#engine.store.write((tx) => tx.run(sql`update job_task set runs = runs + 1 where job = ${job}`))
  }

  /** Marks all tasks as of a backup: what they do may have been done since. */
  async giveUpAll(): Promise<void> {
    await this.#engine.store.write((tx) => tx.run(sql`update job_task set runs = ${runsOfBackup}`))
  }

  /** Changes the record, and tells those who look at it. */
  async setStatus(job: string, values: JobValues): Promise<void> {
    await this.#engine.store.write((tx) => this.#update(tx, job, values))
  }

  /** The last change of the record; nothing is left of the task. */
  async end(job: string, values: JobValues): Promise<void> {
    await this.#engine.store.write(async (tx) => {
      await this.#update(tx, job, { ...values, ended: this.#engine.clock.nowUtc() })
      await tx.run(sql`delete from job_task where job = ${job}`)
      await tx.run(sql`delete from job_state where job = ${job}`)
    })
  }

  async #update(tx: Tx, job: string, values: JobValues): Promise<void> {
    await updateIn(this.#engine, systemContext(this.#engine), tx, 'Job', job, { ...values })
  }
}

/** Fields of the record that the program sets. */
export interface JobValues extends Partial<JobCounts> {
  status: JobStatus
  started?: string
  ended?: string
  result?: JobResult | null
  file?: string | null
}
