import { stat } from 'node:fs/promises'
import type { DamagedFiles, DiskRoom } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { roomOf } from '../../ground/disk-room.ts'
import { requireOperator } from './actions/project.ts'
import type { Hq } from './hq.ts'
import { readServer, serverIds } from './rows.ts'
import { serverSpec } from './site-spec.ts'

interface Disk extends DiskRoom {
  /** `HQ`, or the id of a server whose projects are on it. */
  name: string
  /** The ids of all servers whose projects are on it. */
  servers: string[]
}

/** Route for operators: free space of the disks of HQ and of its local servers, and HQ's own damaged files. */
export function diskRoutes(hq: Hq): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/app/get_disks', async (request): Promise<{ disks: Disk[]; damaged_files: DamagedFiles }> => {
      requireOperator(request.ctx)
      const [disks, damaged_files] = await Promise.all([disksOf(hq), hq.site.files.damaged()])
      return { disks, damaged_files }
    })
  }
}

/** Lists each disk once, under the name of its first folder. */
async function disksOf({ site }: Hq): Promise<Disk[]> {
  const folders: { name: string; folder: string; servers: string[] }[] = [
    { name: 'HQ', folder: site.config.dir, servers: [] },
  ]
  for (const id of await serverIds(site.engine)) {
    const server = await readServer(site.engine, id)
    if (!server.cluster) folders.push({ name: id, folder: serverSpec(site, server).dataRoot, servers: [id] })
  }
  const disks = new Map<number, Disk>()
  for (const { name, folder, servers } of folders) {
    const found = await stat(folder).catch(() => undefined)
    if (!found) continue
    const known = disks.get(found.dev)
    if (known) known.servers.push(...servers)
    else disks.set(found.dev, { name, servers: [...servers], ...roomOf(folder) })
  }
  return [...disks.values()]
}
