import { Readable } from 'node:stream'
import { notPossibleNow, textOf } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { archiveOf } from '../../../backup/archive.ts'
import { NotAuthentic } from '../../../backup/backup-key.ts'
import { type Manifest, readManifest } from '../../../backup/manifest.ts'
import { StoreFault } from '../../../backup/object-store.ts'
import { requireProductionReason } from '../access/production.ts'
import { type Backup, pathOf, readBackup } from '../backups/rows.ts'
import { type OpenStore, openBackupStore } from '../backups/stores.ts'
import { managerOf } from '../callers.ts'
import type { Hq } from '../hq.ts'
import { readProject } from '../rows.ts'
import { noteAction } from '../under-way.ts'

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

/** @throws Problem 409 when it is not in its store, or cannot be read */
async function openManifest(hq: Hq, backup: Backup): Promise<{ store: OpenStore; manifest: Manifest }> {
  try {
    const store = await openBackupStore(hq, textOf(backup.store))
    const manifest = await readManifest(store.store, store.key, pathOf(backup))
    if (manifest) return { store, manifest }
  } catch (error) {
    if (error instanceof StoreFault) throw notPossibleNow(error.detail)
    if (!(error instanceof NotAuthentic)) throw error
  }
  throw notPossibleNow({ text: 'This backup is not in its store any more, or cannot be read.' })
}
