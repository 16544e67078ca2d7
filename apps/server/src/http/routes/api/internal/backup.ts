import { join } from 'node:path'
import { version } from '../../../../ground/version.ts'
import { CopyRoom } from '../../../../hosting/copy-room.ts'
import { copyDatabase } from '../../../../store/copy-database.ts'
import { siteDatabases } from '../../../../store/site-databases.ts'
import { addCopyDoors } from '../../../copy-doors.ts'
import { requireHq } from '../../../from-hq.ts'
import type { RouteFile } from '../../../routes.ts'

/** Copies of the site while it works on, for HQ only (reference: hosting, Copies over the network). */
const routes: RouteFile = (app) => {
  const { config, logs } = app.site
  const { dir, databaseUrl: url } = config

  async function make(target: string) {
    const held = app.site.files.hold()
    try {
      const data = join(target, url === undefined ? 'data.sqlite' : 'data.dump')
      const copied = await copyDatabase({ file: join(dir, 'store', 'data.sqlite'), url }, data)
      // Listed last: the copy names no file that came later.
      return { program: version, ...copied, data, files: await held.list(), release: () => held.release() }
    } catch (error) {
      await held.release()
      throw error
    }
  }
  const report = (error: unknown) => logs.error.error({ err: error }, 'a copy for HQ')
  const room = new CopyRoom(dir, { make, databases: siteDatabases, report })
  addCopyDoors(app, room, requireHq)
}

export default routes
