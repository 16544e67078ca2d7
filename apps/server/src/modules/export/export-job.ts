import { type ExportQuery, textOf } from '@tavla/contract'
import { planExport } from '../../entity/index.ts'
import type { JobEnd, JobWork, RunningJob, Site } from '../../site.ts'
import { contentOf } from './content.ts'
import { fileNameOf, readerOf } from './names.ts'

export const exportWorkName = 'export'

/** More bytes than any disk should hold of one export. */
const maxBytes = 20 * 1_073_741_824

/** An export of many records: its file is the person's own (reference: http-api, Export). */
export const exportWork = (site: Site): JobWork<ExportQuery, never> => ({
  name: exportWorkName,
  kind: 'Export',
  // It writes nothing but its file, so it begins anew.
  goesOn: () => true,
  run: (job) => runExport(site, job),
})

async function runExport(site: Site, job: RunningJob<ExportQuery, never>): Promise<JobEnd> {
  const { engine, files } = site
  const ctx = await job.context()
  const plan = await planExport(engine, ctx, job.entity, job.input)
  job.report({ total: plan.rows.length, done: 0 })
  const context = async () => {
    await job.pause()
    return job.context()
  }
  const onRead = (done: number) => job.report({ done })
  const content = contentOf({ engine, plan, context, onRead }, readerOf(site, ctx, plan))
  const fileName = fileNameOf(site, ctx, plan)
  const record = await files.save(ctx, { fileName, content, maxBytes })
  return { file: textOf(record.file_url), result: { file_id: record.id, file_name: fileName } }
}
