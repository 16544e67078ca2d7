import { stat } from 'node:fs/promises'
import { type DamagedFiles, type DiskRoom, textOf } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { find } from '../../entity/index.ts'
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

interface Folder {
  name: string
  folder: string
  servers: string[]
}

/** Lists each disk of HQ and of its local servers once, under the name of its first folder. */
const disksOf = async (hq: Hq): Promise<Disk[]> => roomsOf(await ownFolders(hq))

/** Lists each disk that holds data or backups once, under the name of its first folder. */
export async function disksInUse(hq: Pick<Hq, 'site'>): Promise<Disk[]> {
  const { engine } = hq.site
  const stores = await find(engine, 'Backup Store', { where: { type: 'Folder' }, fields: ['folder'], order: 'made' })
  const backups = stores.map(({ id, folder }) => ({ name: id, folder: textOf(folder), servers: [] }))
  return roomsOf([...(await ownFolders(hq)), ...backups])
}

async function ownFolders({ site }: Pick<Hq, 'site'>): Promise<Folder[]> {
  const folders: Folder[] = [{ name: 'HQ', folder: site.config.dir, servers: [] }]
  for (const id of await serverIds(site.engine)) {
    const server = await readServer(site.engine, id)
    if (!server.cluster) folders.push({ name: id, folder: serverSpec(site, server).dataRoot, servers: [id] })
  }
  return folders
}

async function roomsOf(folders: readonly Folder[]): Promise<Disk[]> {
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
