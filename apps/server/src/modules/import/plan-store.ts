import { type ImportCounts, type ImportOutcome, importOutcomes } from '@tavla/contract'
import { type Engine, newRowId } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { addTally, emptyTally, type ImportPlan, type PlanLine, tallyOf } from './plan.ts'

/** A stored import. */
export interface StoredPlan {
  id: string
  user: string
  /** The job that looked at it. */
  job: string
  /** The job that carries it out, once it was started. */
  commit: string | null
  plan: ImportPlan
  created: string
}

/** Some lines of an import. */
export interface Block {
  number: number
  lines: PlanLine[]
}

/** Imports that one person may leave behind; the oldest goes for the next. */
const maxPlans = 5

interface PlanRow {
  id: string
  user: string
  job: string
  commit_job: string | null
  data: string
  created: string
}

/**
 * Imports and their lines, in system tables: no list, search or history of records reaches them. They stay for a day
 * (`modules/core/keeping/rules.ts`).
 */
export class PlanStore {
  readonly #engine: () => Engine

  constructor(engine: () => Engine) {
    this.#engine = engine
  }

  get #store() {
    return this.#engine().store
  }

  /** Stores an import without lines; it takes the place of what the same job stored before. */
  async begin(user: string, job: string, plan: ImportPlan): Promise<string> {
    const id = newRowId()
    const created = this.#engine().clock.nowUtc()
    await this.#store.write(async (tx) => {
      const mine = await tx.all<{ id: string; job: string }>(
        sql`select id, job from import_plan where "user" = ${user} and (job = ${job} or not (${isUnderWay}))
          order by created desc, id desc`,
      )
      const others = mine.filter((one) => one.job !== job)
      for (const old of [...mine.filter((one) => one.job === job), ...others.slice(maxPlans - 1)]) {
        await tx.run(sql`delete from import_block where plan = ${old.id}`)
        await tx.run(sql`delete from import_plan where id = ${old.id}`)
      }
      await tx.run(sql`insert into import_plan (id, "user", job, data, created)
        values (${id}, ${user}, ${job}, ${JSON.stringify(plan)}, ${created})`)
    })
    return id
  }

  async find(id: string, reader: Reader = this.#store): Promise<StoredPlan | undefined> {
    const row = await reader.get<PlanRow>(sql`select ${columns} from import_plan where id = ${id}`)
    return row && planOf(row)
  }

  /** The import that this job looked at, or carries out. */
  async ofJob(job: string): Promise<StoredPlan | undefined> {
    const row = await this.#store.get<PlanRow>(
      sql`select ${columns} from import_plan where job = ${job} or commit_job = ${job}`,
    )
    return row && planOf(row)
  }

  /** Claims it for the one job that may carry it out; false when another call was first. */
  async start(id: string): Promise<boolean> {
    const claim = sql`update import_plan set commit_job = ${''} where id = ${id} and commit_job is null`
    return (await this.#store.write((tx) => tx.run(claim))) === 1
  }

  /** Notes the job that carries it out; null when it could not be started. */
  async started(id: string, job: string | null): Promise<void> {
    await this.#store.write((tx) => tx.run(sql`update import_plan set commit_job = ${job} where id = ${id}`))
  }

  async addBlock(plan: string, { number, lines }: Block): Promise<void> {
    await this.#store.write((tx) =>
      tx.run(sql`insert into import_block (plan, number, first_row, last_row, tally, data) values (${plan}, ${number},
        ${lines[0]?.row ?? 0}, ${lines.at(-1)?.row ?? 0}, ${tallyText(lines)}, ${JSON.stringify(lines)})`),
    )
  }

  async setBlockIn(tx: Tx, plan: string, { number, lines }: Block): Promise<void> {
    await tx.run(sql`update import_block set tally = ${tallyText(lines)}, data = ${JSON.stringify(lines)}
      where plan = ${plan} and number = ${number}`)
  }

  async block(plan: string, number: number, reader: Reader = this.#store): Promise<Block | undefined> {
    const row = await reader.get<{ data: string }>(
      sql`select data from import_block where plan = ${plan} and number = ${number}`,
    )
    return row && { number, lines: JSON.parse(row.data) as PlanLine[] }
  }

  /** The block with this line of the file. */
  async blockWith(plan: string, line: number): Promise<Block | undefined> {
    const row = await this.#store.get<{ number: number }>(
      sql`select number from import_block where plan = ${plan} and first_row <= ${line} and last_row >= ${line}`,
    )
    return row && this.block(plan, Number(row.number))
  }

  /** Numbers of lines and of records by outcome, block by block. */
  async tallies(plan: string): Promise<{ number: number; tally: BlockTally }[]> {
    const rows = await this.#store.all<{ number: number; tally: string }>(
      sql`select number, tally from import_block where plan = ${plan} order by number`,
    )
    return rows.map(({ number, tally }) => ({ number: Number(number), tally: JSON.parse(tally) as BlockTally }))
  }

  /** A page of lines with one outcome, or all, how many there are, and the numbers of records by outcome. */
  async page(plan: string, outcome: ImportOutcome | undefined, start: number, length: number) {
    const lines: PlanLine[] = []
    const counts = emptyTally()
    let count = 0
    for (const { number, tally } of await this.tallies(plan)) {
      const here = outcome ? tally[outcome] : importOutcomes.reduce((sum, one) => sum + tally[one], 0)
      const from = Math.max(0, start - count)
      const wanted = length - lines.length
      if (here > from && wanted > 0) {
        const block = await this.block(plan, number)
        const fitting = block?.lines.filter(({ fate }) => fate && (!outcome || fate.outcome === outcome)) ?? []
        lines.push(...fitting.slice(from, from + wanted))
      }
      count += here
      addTally(counts, tally.records ?? tally)
    }
    return { lines, count, counts }
  }
}

/** Whether a job that has not ended uses the plan. */
const isUnderWay = sql<boolean>`exists (select 1 from job_task where job_task.job in (import_plan.job, import_plan.commit_job))`

const columns = sql.raw('id, "user", job, commit_job, data, created')

const planOf = ({ id, user, job, commit_job: commit, data, created }: PlanRow): StoredPlan => ({
  ...{ id, user, job, commit, created },
  plan: JSON.parse(data) as ImportPlan,
})

/** Numbers of lines by outcome; `records` those of records. */
type BlockTally = ImportCounts & { records?: ImportCounts }

function tallyText(lines: readonly PlanLine[]): string {
  const tally = emptyTally()
  for (const { fate } of lines) if (fate) tally[fate.outcome]++
  return JSON.stringify({ ...tally, records: tallyOf(lines) } satisfies BlockTally)
}
