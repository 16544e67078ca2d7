import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { archiveOf } from '../../../backup/archive.ts'
import { requireProductionReason } from '../access/production.ts'
import { readBackup } from '../backups/rows.ts'
import { managerOf } from '../callers.ts'
import type { Hq } from '../hq.ts'
import { readProject } from '../rows.ts'
import { noteAction } from '../under-way.ts'
import { openManifest } from './open-manifest.ts'

/** The download of a backup, for System Managers (reference: hosting, Restoring). */
export function downloadRoutes(hq: Hq): FastifyPluginAsync {
  const { engine, logs } = hq.site
  return async (app) => {
    app.get<{ Params: { id: string } }>('/api/hq/backups/:id/download', async (request, reply) => {
      const ctx = managerOf(request)
      const backup = await readBackup(engine, request.params.id)
      const { project } = backup
      if (project !== undefined) {
        const query = request.query as Readonly<Record<string, unknown>>
        requireProductionReason(ctx, await readProject(engine, project), query)
      }
      const { store, manifest } = await openManifest(hq, backup)
      if (project !== undefined) {
        const action = { action: 'download', backup: backup.id }
        await engine.store.write((tx) => noteAction(engine, ctx, tx, project, action))
      }
      hq.heldBackups.add(backup.id)
      const content = Readable.from(archiveOf(store, manifest))
      content.once('close', () => hq.heldBackups.delete(backup.id))
      content.once('error', (error) => logs.error.error({ err: error, backup: backup.id }, 'a download broke off'))
      const name = `${manifest.project.id}-${manifest.taken_at.slice(0, 10)}.tar`
      reply.header('content-disposition', `attachment; filename="${name}"`).type('application/x-tar')
      return reply.send(content)
    })
  }
}
