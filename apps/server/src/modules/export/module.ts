import type { MakeModule } from '../../site.ts'
import { exportWork } from './export-job.ts'
import { dropOldFiles } from './old-files.ts'
import { SiteExports } from './site-exports.ts'

/** Records as files for spreadsheets and programs. */
const makeExportModule: MakeModule = (site) => {
  let stopDropping = () => {}
  return {
    app: 'platform',
    provides: { exports: new SiteExports(site) },
    start() {
      site.jobs.register(exportWork(site))
      stopDropping = dropOldFiles(site)
    },
    stop: () => stopDropping(),
  }
}

export default makeExportModule
