import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { badRequest, limits } from '@tavla/contract'
import { bodyOf } from '../../../body.ts'
import { requireHq } from '../../../from-hq.ts'
import { acceptBytes, isPartPath, writeWhole } from '../../../part-body.ts'
import type { RouteFile } from '../../../routes.ts'
import { siteRecords } from '../../../site-records.ts'

/** Files for records that come, by the id of the order, until it is carried out. */
const folderName = '.delivered'

/** Records of a backup, for HQ only, with the files that go with them (reference: hosting, Records of a backup). */
const routes: RouteFile = (app) => {
  const config = { guest: true, ownProof: true, limit: 'refusals' } as const
  acceptBytes(app)
  // An HQ that ended meanwhile sends them anew.
  app.addHook('onReady', () => rm(join(app.site.config.dir, folderName), { recursive: true, force: true }))

  app.post('', { config, bodyLimit: limits.definitionsBody }, async (request) => {
    requireHq(request)
    const { delivery, ...order } = bodyOf(request)
    const folder = folderOf(delivery)
    try {
      return await siteRecords(app.site, { ...order, folder })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  app.put<{ Params: { '*': string }; Querystring: { id?: unknown } }>('/*', { config }, async (request) => {
    requireHq(request)
    const path = request.params['*']
    if (!isPartPath(path) || typeof (request.body as IncomingMessage | undefined)?.pipe !== 'function')
      throw badRequest()
    await writeWhole(join(folderOf(request.query.id), path), request)
    return {}
  })

  /** @throws Problem 400 */
  function folderOf(id: unknown): string {
    if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) throw badRequest()
    return join(app.site.config.dir, folderName, id)
  }
}

export default routes
