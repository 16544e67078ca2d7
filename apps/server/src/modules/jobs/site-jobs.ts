import { setTimeout as delay } from 'node:timers/promises'
import { type JobStatus, type JobUpdate, notPossibleNow, Problem } from '@tavla/contract'
import type { Context } from '../../entity/index.ts'
import type { JobCounts, JobEnd, JobOrder, JobResult, Jobs, JobWork, Site } from '../../site.ts'
import { StoreUnavailable } from '../../store/errors.ts'
import { ActiveJob, type AnyWork, type JobOf, type JobTools, jobIsCancelled, siteStops } from './active-job.ts'
import { JobRows, type JobTask, type LeftJob, runsOfBackup } from './job-rows.ts'
import { JobNotices } from './notices.ts'

/** Jobs of one person that have not ended. */
const maxOfPerson = 3
/** Jobs of the site that run at once; the others wait for their turn. */
const maxAtOnce = 3
/** A job that brought the process down as often as this is not begun again. */
const maxRuns = 5
/** Pauses while the database is away, in milliseconds. */
const [firstPause, longestPause] = [500, 30_000]

/** Runs the jobs of a site (reference: http-api, Jobs). */
export class SiteJobs implements Jobs {
  readonly #site: Site
  readonly #notices = new JobNotices()
  readonly #works = new Map<string, AnyWork>()
  readonly #active = new Map<string, ActiveJob>()
  /** Jobs of each person that are being stored. */
  readonly #coming = new Map<string, number>()
  readonly #waiting: ActiveJob[] = []
  #running = 0
  #isStopping = false
  #tools: JobTools | undefined

  constructor(site: Site) {
    this.#site = site
  }

  register<Input, State>(work: JobWork<Input, State>): void {
    if (this.#works.has(work.name)) throw new Error(`Two works of jobs are called ${work.name}`)
    this.#works.set(work.name, work as AnyWork)
  }

  onUpdate(listener: (user: string, update: JobUpdate) => void): () => void {
    return this.#notices.listen(listener)
  }

  async add<Input>(ctx: Context, { work: name, entity, title, input, total = 0 }: JobOrder<Input>): Promise<string> {
    const work = this.#works.get(name)
    if (!work) throw new Error(`No work of jobs is called ${name}`)
    const { user } = ctx.actor
    const coming = this.#coming.get(user) ?? 0
    const counted = [...this.#active.values()].filter((job) => job.user === user && !job.work.isUncounted).length
    if (!work.isUncounted && counted + coming >= maxOfPerson)
      throw notPossibleNow({ text: 'You have too many jobs running.' })
    const one = work.isUncounted ? 0 : 1
    this.#coming.set(user, coming + one)
    try {
      const { engine } = this.#site
      ctx.operation.kind ??= work.operation
      const shown = { title: await engine.say(title, ctx.language), kind: work.kind, entity, total }
      const task = { work: name, door: ctx.operation.door, language: ctx.language, input }
      const id = await this.#parts.rows.add(ctx, shown, task)
      const of: JobOf = { id, user, entity, operationId: ctx.operation.id, work }
      this.#enqueue(new ActiveJob(of, 'Waiting', { total, done: 0, failed: 0 }))
      return id
    } finally {
      this.#coming.set(user, (this.#coming.get(user) ?? one) - one)
    }
  }

  async cancel(id: string): Promise<void> {
    const job = this.#active.get(id)
    if (!job) throw notPossibleNow({ text: 'This job has ended already.' })
    job.ending.abort(jobIsCancelled)
    const at = this.#waiting.indexOf(job)
    if (at >= 0) {
      this.#waiting.splice(at, 1)
      const task = await this.#parts.rows.task(id)
      await this.#end(job, 'Cancelled', { result: task && (await this.#resultOf(job, task)) })
    }
  }

  /** Resolves once the job has ended, at once for one that has. */
  async over(id: string): Promise<void> {
    await this.#active.get(id)?.over
  }

  /** The counts of a job under way, which may be newer than its record. */
  countsNow(id: string): JobCounts | undefined {
    return this.#active.get(id)?.counts
  }

  async begin(): Promise<void> {
    const inputs = new Map<string, unknown[]>()
    for (const left of await this.#parts.rows.left()) {
      const { work, input } = left.task
      if (await this.#takeUp(left)) inputs.set(work, [...(inputs.get(work) ?? []), input])
    }
    for (const [name, work] of this.#works) await work.begin?.(inputs.get(name) ?? [])
  }

  /** Ends the steps under way; what goes on does so at the next start. */
  leave(): void {
    this.#isStopping = true
    for (const job of this.#active.values()) job.ending.abort(siteStops)
  }

  /** Parts that exist once the engine does. */
  get #parts(): JobTools {
    const { engine } = this.#site
    this.#tools ??= { engine, rows: new JobRows(engine), tell: (job) => this.#tell(job) }
    return this.#tools
  }

  /** Resolves to whether the job goes on. */
  async #takeUp({ id, user, entity, operationId, status, counts, task }: LeftJob): Promise<boolean> {
    const work = this.#works.get(task.work)
    const of: JobOf = { id, user, entity, operationId, work: work ?? noWork }
    const job = new ActiveJob(of, status, counts)
    const isBegun = status !== 'Waiting'
    // A work of the program itself has to be done for these records, too.
    const isGivenUp = task.runs === runsOfBackup && work?.isUncounted !== true
    const mayGoOn =
      work && !isGivenUp && task.runs < maxRuns && (!isBegun || work.goesOn?.(task.input, task.state) === true)
    if (!mayGoOn) {
      this.#remember(job)
      const why = isGivenUp ? restored : task.state === undefined ? interrupted : interruptedAgain
      await this.#end(job, 'Interrupted', { result: await this.#explain(job, task, why) })
      return false
    }
    if (isBegun) await this.#setStatus(job, 'Interrupted')
    this.#enqueue(job)
    return true
  }

  #enqueue(job: ActiveJob): void {
    this.#remember(job)
    this.#waiting.push(job)
    this.#tell(job)
    this.#runNext()
  }

  #runNext(): void {
    while (!this.#isStopping && this.#running < maxAtOnce) {
      const job = this.#waiting.shift()
      if (!job) return
      this.#running += 1
      const run = this.#run(job).finally(() => {
        this.#running -= 1
        this.#runNext()
      })
      this.#site.inBackground(run)
    }
  }

  /** Runs a job to its end, again and again while the database is away. */
  async #run(job: ActiveJob): Promise<void> {
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      try {
        return await this.#runOnce(job)
      } catch (error) {
        // A stopping site leaves the job as it is stored, for the next start.
        if (this.#isStopping || !(error instanceof StoreUnavailable)) throw error
        await delay(pause, undefined, { signal: job.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  async #runOnce(job: ActiveJob): Promise<void> {
    const { rows } = this.#parts
    const task = await rows.task(job.id)
    // The end was stored before the database went away.
    if (!task) return this.#forget(job)
    const running = job.running(this.#parts, task)
    try {
      job.signal.throwIfAborted()
      await rows.countRun(job.id)
      await this.#setStatus(job, 'Running', task.runs === 0)
      const end = await job.work.run(running)
      await this.#end(job, end.isFailed ? 'Failed' : 'Done', end)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      if (error === siteStops) return this.#setStatus(job, 'Interrupted')
      const now = { ...task, state: running.state }
      if (error === jobIsCancelled) return this.#end(job, 'Cancelled', { result: await this.#resultOf(job, now) })
      const problem = error instanceof Problem ? error : this.#unexpected(job, error)
      await this.#end(job, 'Failed', { result: await this.#explain(job, now, problem) })
    }
  }

  async #end(
    job: ActiveJob,
    status: JobStatus,
    { result, file }: Omit<JobEnd, 'result'> & { result?: JobResult | undefined },
  ) {
    const { rows } = this.#parts
    const task = job.work.ended && (await rows.task(job.id))
    await rows.end(job.id, { status, ...job.counts, result: result ?? null, file: file ?? null })
    job.status = status
    this.#forget(job)
    if (task) await job.work.ended?.(task.input, task.state)
  }

  /** Its operation cannot be undone before it has ended: what it writes later would stay. */
  #remember(job: ActiveJob): void {
    this.#active.set(job.id, job)
    this.#site.engine.underWay.add(job.operationId)
  }

  #forget(job: ActiveJob): void {
    this.#active.delete(job.id)
    this.#site.engine.underWay.delete(job.operationId)
    this.#tell(job)
    job.noteOver()
  }

  async #setStatus(job: ActiveJob, status: JobStatus, isFirstRun = false): Promise<void> {
    const started = isFirstRun && { started: this.#site.engine.clock.nowUtc() }
    await this.#parts.rows.setStatus(job.id, { status, ...started })
    job.status = status
    this.#tell(job)
  }

  #tell({ id, user, status, counts }: ActiveJob): void {
    this.#notices.tell(user, { id, status, ...counts })
  }

  #unexpected({ id }: ActiveJob, error: unknown): Problem {
    this.#site.logs.error.error({ err: error, job: id }, 'a job')
    const detail = { text: 'Something went wrong on the server. Reference: {0}', args: [id] }
    return new Problem(500, 'ServerError', 'Server Error', detail)
  }

  /** The result of the steps so far. */
  async #resultOf(job: ActiveJob, task: JobTask): Promise<JobResult | undefined> {
    const ctx = await job
      .running(this.#parts, task)
      .context()
      .catch(() => undefined)
    return job.work.resultOf?.(task.state, task.input, ctx)
  }

  /** The same with the sentence about the end. */
  async #explain(job: ActiveJob, task: JobTask, problem: Problem): Promise<JobResult> {
    const say = (message: Problem['detail']) => this.#site.engine.say(message, task.language)
    const errors = problem.errors && {
      errors: await Promise.all(problem.errors.map(async (one) => ({ ...one, message: await say(one.message) }))),
    }
    return { ...(await this.#resultOf(job, task)), message: await say(problem.detail), ...errors }
  }
}

const interrupted = notPossibleNow({ text: 'The server stopped while this ran. Nothing of it was written.' })
const restored = notPossibleNow({
  text: 'This was under way when the backup was made. After a restore it does not go on by itself.',
})
const interruptedAgain = notPossibleNow({ text: 'The server stopped again and again while this ran.' })

/** Stands for a work that this version of the program does not know. */
const noWork: AnyWork = { name: '', kind: 'Bulk Change', run: () => Promise.reject(interrupted) }
