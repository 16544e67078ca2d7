import type { JobKind, JobStatus, JobUpdate, Message, OperationKind } from '@tavla/contract'
import type { Context, Operation } from '../entity/index.ts'
import type { Tx } from '../store/store.ts'

/**
 * Long work in the name of a person: entity Job (reference: http-api, Jobs).
 *
 * A module registers each work in its `start`, and starts one with `add` from a route. The runner keeps the record, tells
 * the person how far it is, and brings the work back after the server stopped.
 */
export interface Jobs {
  register<Input, State>(work: JobWork<Input, State>): void
  /**
   * Stores a job under the operation of the call and resolves to its id; it runs once its turn has come.
   * @throws Problem 409 when the person has too many jobs that have not ended, unless its work is uncounted
   */
  add<Input>(ctx: Context, order: JobOrder<Input>): Promise<string>
  /** Ends a job of which nothing further is to be written. @throws Problem 409 when it has ended already */
  cancel(id: string): Promise<void>
  /** Calls `listener` with each state of a job that its person is to hear of. Returns a function that unsubscribes. */
  onUpdate(listener: (user: string, update: JobUpdate) => void): () => void
  /** Takes up what the last process left. Called once every module has started. */
  begin(): Promise<void>
}

/**
 * One sort of work. Its `run` is called with what `add` was given; it works in steps, each a transaction of its own that
 * keeps its state by `job.keepIn`, and awaits `job.pause()` between them, so that other people's calls are served.
 */
export interface JobWork<Input, State> {
  /** Names the work in the store: a later version must still know it. */
  name: string
  kind: JobKind
  /** The kind of its operation in Operation Log; without it, the kind of the first write. */
  operation?: OperationKind
  /**
   * Whether it goes on from the state that its last step kept, after the server stopped in the middle. Absent or false:
   * the job ends as Interrupted, and it must have written nothing.
   */
  goesOn?(input: Input, state: State | undefined): boolean
  /** True for work that follows from what a person did: it counts against no maximum, and is never refused. */
  isUncounted?: boolean
  /** Called at each start, once the jobs that the last process left are taken up again, with the inputs of these. */
  begin?(left: readonly Input[]): Promise<void>
  /**
   * Does the work; a Problem ends the job as Failed, with the sentence in `result.message`. It is called again with the
   * kept `job.state` after a restart, and after the database was away. Rethrow what `job.pause()` and `job.signal` throw.
   */
  run(job: RunningJob<Input, State>): Promise<JobEnd>
  /**
   * The result of a job that failed, was cancelled, or was interrupted for good: what its steps wrote until then. `ctx` is
   * the person's; undefined when the person is gone.
   */
  resultOf?(
    state: State | undefined,
    input: Input,
    ctx: Context | undefined,
  ): Promise<JobResult> | JobResult | undefined
  /** Runs once the job has ended, whatever its status: it removes files that only the work needed. */
  ended?(input: Input, state: State | undefined): Promise<void>
}

/** Answers of the record's field `result`: plain JSON, without secrets. */
export type JobResult = Readonly<Record<string, unknown>>

export interface JobEnd {
  result?: JobResult
  /** Address of a File that only the person may read. */
  file?: string
  /** True when nothing succeeded: the job is Failed. */
  isFailed?: boolean
}

export interface JobOrder<Input> {
  /** The `name` of its work. */
  work: string
  entity: string
  /** Stored in the person's language. */
  title: Message
  /** Plain JSON; kept sealed until the job has ended. */
  input: Input
  /** How many records or rows there are, if that is known. */
  total?: number
}

/** `done` and `failed` are of the `total`; a row that needed no change is done. */
export interface JobCounts {
  total: number
  done: number
  failed: number
}

export interface RunningJob<Input, State> {
  readonly id: string
  readonly user: string
  readonly entity: string
  readonly input: Input
  /** The state that the last committed step kept; undefined at the beginning. */
  readonly state: State | undefined
  readonly counts: Readonly<JobCounts>
  /** The operation of everything that the job writes. */
  readonly operation: Operation
  /** Aborted when the job is cancelled and when the site stops; inside a transaction, `throwIfAborted` rolls it back. */
  readonly signal: AbortSignal
  /**
   * The person as they are now, under the job's operation: ask for it before each step, because rights may have changed.
   * @throws Problem 403 when the person is gone or disabled
   */
  context(): Promise<Context>
  /** Keeps the state and the counts in the step's own transaction, so that a step is never done twice. */
  keepIn(tx: Tx, state: State, counts?: Partial<JobCounts>): Promise<void>
  /** The same in a transaction of its own. */
  keep(state: State, counts?: Partial<JobCounts>): Promise<void>
  /** Tells the person the counts without storing them, such as within one long transaction. */
  report(counts: Partial<JobCounts>): void
  /** Lets other calls be served. @throws once the job is cancelled or the site stops */
  pause(): Promise<void>
}

export type { JobKind, JobStatus, JobUpdate }
