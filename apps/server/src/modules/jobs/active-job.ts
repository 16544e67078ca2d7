import { setImmediate as nextTurn } from 'node:timers/promises'
import { refused } from '@tavla/contract'
import { actorOf, type Context, contextOf, type Engine, Operation } from '../../entity/index.ts'
import type { JobCounts, JobStatus, JobWork, RunningJob } from '../../site.ts'
import type { Tx } from '../../store/store.ts'
import type { JobRows, JobTask } from './job-rows.ts'

/** The reasons why a signal of a job is aborted. */
export const jobIsCancelled = new Error('The job was cancelled')
export const siteStops = new Error('The site stops')

// Each work knows the types of its input and state; the runner only passes them on.
export type AnyWork = JobWork<unknown, unknown>

/** The facts of a job that never change. */
export interface JobOf {
  id: string
  user: string
  entity: string
  operationId: string
  work: AnyWork
}

/** The parts of the site that a running job uses. */
export interface JobTools {
  engine: Engine
  rows: JobRows
  /** Tells the person the state of the job. */
  tell(job: ActiveJob): void
}

/** A job that has not ended. */
export class ActiveJob implements JobOf {
  readonly id: string
  readonly user: string
  readonly entity: string
  readonly operationId: string
  readonly work: AnyWork
  readonly counts: JobCounts
  status: JobStatus
  readonly ending = new AbortController()
  readonly over: Promise<void>
  readonly noteOver: () => void

  constructor({ id, user, entity, operationId, work }: JobOf, status: JobStatus, counts: JobCounts) {
    this.id = id
    this.user = user
    this.entity = entity
    this.operationId = operationId
    this.work = work
    this.status = status
    this.counts = counts
    const { promise, resolve } = Promise.withResolvers<void>()
    this.over = promise
    this.noteOver = resolve
  }

  /** Rethrows why the job is to stop, if it is. */
  get signal(): AbortSignal {
    return this.ending.signal
  }

  /** The job as its work sees it. */
  running(tools: JobTools, task: JobTask): Running {
    return new Running(this, tools, task)
  }
}

/** One run of a job. */
class Running implements RunningJob<unknown, unknown> {
  readonly #job: ActiveJob
  readonly #tools: JobTools
  readonly #language: JobTask['language']
  readonly input: unknown
  readonly operation: Operation
  #state: unknown

  constructor(job: ActiveJob, tools: JobTools, { input, state, door, language }: JobTask) {
    this.#job = job
    this.#tools = tools
    this.#language = language
    this.input = input
    this.#state = state
    this.operation = new Operation(job.user, door)
    this.operation.useId(job.operationId)
    this.operation.kind = job.work.operation
  }

  get id(): string {
    return this.#job.id
  }

  get user(): string {
    return this.#job.user
  }

  get entity(): string {
    return this.#job.entity
  }

  get state(): unknown {
    return this.#state
  }

  get counts(): JobCounts {
    return this.#job.counts
  }

  get signal(): AbortSignal {
    return this.#job.signal
  }

  async context(): Promise<Context> {
    const actor = await actorOf(this.#tools.engine, this.user)
    if (!actor) throw refused()
    return { ...contextOf(actor, this.id, this.#language), operation: this.operation }
  }

  async keepIn(tx: Tx, state: unknown, counts: Partial<JobCounts> = {}): Promise<void> {
    const now = { ...this.counts, ...counts }
    await this.#tools.rows.keepIn(tx, this.id, state, now)
    tx.afterCommit(() => {
      this.#state = state
      this.report(now)
    })
  }

  async keep(state: unknown, counts?: Partial<JobCounts>): Promise<void> {
    await this.#tools.engine.store.write((tx) => this.keepIn(tx, state, counts))
  }

  report(counts: Partial<JobCounts>): void {
    Object.assign(this.#job.counts, counts)
    this.#tools.tell(this.#job)
  }

  async pause(): Promise<void> {
    this.signal.throwIfAborted()
    await nextTurn()
    this.signal.throwIfAborted()
  }
}
