import { join } from 'node:path'
import { FileArea } from '../../files/area.ts'
import { Transfers } from '../../files/transfers.ts'
import type { MakeModule } from '../../site.ts'
import { fileBehaviour } from './behaviour.ts'
import { claimUploads } from './claim.ts'
import { DailyCheck } from './daily-check.ts'
import { UploadsInProgress } from './in-progress.ts'
import type { FileParts } from './parts.ts'
import { filesRoutes } from './routes.ts'
import { makeFiles } from './service.ts'

/** Uploads, files and their records (reference: files, Uploading). */
const makeFilesModule: MakeModule = (site) => {
  const area = new FileArea(join(site.config.dir, 'files'))
  const check = new DailyCheck({ site, area })
  const inProgress = new UploadsInProgress()
  const parts: FileParts = { site, area, transfers: new Transfers(site, area), check, inProgress }
  let stopClaiming = () => {}
  return {
    app: 'platform',
    behaviours: [fileBehaviour(parts)],
    fieldNameLists: [{ entity: 'File', owner: 'attached_to_entity', list: 'attached_to_field' }],
    routes: filesRoutes(parts),
    provides: { files: makeFiles(parts) },
    async start() {
      await area.open()
      await parts.transfers.start()
      stopClaiming = claimUploads(parts)
      check.start()
    },
    async stop() {
      stopClaiming()
      parts.transfers.stop()
      await check.stop()
    },
  }
}

export default makeFilesModule
