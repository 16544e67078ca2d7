import type { ImportForm, ImportPlanResult, ImportSource, MissingLinks } from '@tavla/contract'
import type { JobWork, RunningJob, Site } from '../../../site.ts'
import { LineGatherer } from '../gather.ts'
import { asProblem, bounds, wordsOf } from '../open-file.ts'
import { addTally, emptyTally, type ImportPlan, tallyOf } from '../plan.ts'
import type { PlanStore } from '../plan-store.ts'
import { noRows, type ReadingOptions, type SheetRow, TableFault } from '../reading/table.ts'
import { readTable } from '../reading/table-thread.ts'
import { linksToItself, noteNames, startImporting } from '../writing/memory.ts'
import { rehearse } from '../writing/rehearse.ts'
import { planIsGone } from './import-run.ts'

export interface PlanInput {
  /** Address of the file. */
  file: string
  reading: ReadingOptions
  headRow: number
  plan: ImportPlan
}

export const planWork = 'import plan'

/** The dry run of an import (reference: http-api, Import). It writes no record, so it begins anew after a restart. */
export function makePlanWork(site: Site, plans: PlanStore): JobWork<PlanInput, undefined> {
  return {
    name: planWork,
    kind: 'Import',
    goesOn: () => true,
    async run(job) {
      const { plan } = job.input
      const id = await plans.begin(job.user, job.id, plan)
      const { blocks, records } = await readBlocks(site, plans, job, id)
      const counts = emptyTally()
      const importing = startImporting(site.engine, await job.context(), plan, wordsOf(site, plan.entity, plan.formats))
      if (linksToItself(importing)) {
        for (let number = 0; number < blocks; number++) {
          noteNames(importing, (await plans.block(id, number))?.lines ?? [])
        }
      }
      for (let number = 0; number < blocks; number++) {
        await job.pause()
        const block = await plans.block(id, number)
        importing.memory.forgetFound()
        if (!block) throw asProblem(planIsGone)
        await rehearse(importing, await job.context(), block.lines)
        await site.engine.store.write((tx) => plans.setBlockIn(tx, id, block))
        addTally(counts, tallyOf(block.lines))
        const done = counts.create + counts.update + counts.unchanged
        job.report({ total: records, done, failed: counts.refused })
      }
      const result: ImportPlanResult = {
        ...{ ...describe(plan), ...sourceOf(job.input), counts },
        ...{ missing_links: missingOf(importing), plan_id: id },
      }
      return { result: { ...result } }
    },
  }
}

/** The file as its person is told of it. */
export function describe({ columns, form, formats, key, mode }: ImportPlan): ImportForm {
  const { format, sheets, encoding, delimiter } = form
  return {
    columns,
    format,
    sheets,
    encoding,
    delimiter,
    key,
    mode,
    date_format: formats.date,
    decimal: formats.decimal,
  }
}

/** The file, and what it was asked to be read as, so that it can be looked at again with another choice. */
const sourceOf = ({ file, reading, headRow, plan }: PlanInput): ImportSource => ({
  ...{ file, file_name: plan.fileName, sheet: reading.sheet, header_row: headRow },
  create_missing_links: plan.createsMissingLinks ? 1 : 0,
})

function missingOf({ memory, targets }: ReturnType<typeof startImporting>): MissingLinks[] {
  return [...memory.missing].map(([fieldname, texts]) => ({
    fieldname,
    entity: targets.get(fieldname)?.field.rule.options ?? null,
    count: texts.size,
    values: [...texts].slice(0, 20),
  }))
}

/** Reads the whole file into blocks. @throws Problem 417 for a fault that only its later rows show */
async function readBlocks(
  site: Site,
  plans: PlanStore,
  job: RunningJob<PlanInput, undefined>,
  id: string,
): Promise<{ blocks: number; records: number }> {
  const { file, reading, headRow, plan } = job.input
  const { path } = await site.files.at(await job.context(), file)
  const gatherer = new LineGatherer(plan)
  const read = { blocks: 0, records: 0 }
  const store = async (rows: readonly SheetRow[], isLast: boolean) => {
    for (const block of isLast ? gatherer.end() : gatherer.take(rows.filter(({ row }) => row > headRow))) {
      await plans.addBlock(id, block)
      read.blocks++
      read.records += block.lines.filter(({ head }) => head === undefined).length
    }
    job.report({ total: read.records })
  }
  try {
    await readTable({ path, options: reading, bounds }, (rows) => store(rows, false), job.signal)
    await store([], true)
    if (read.records === 0) throw noRows()
    return read
  } catch (error) {
    throw error instanceof TableFault ? asProblem(error.detail) : error
  }
}
