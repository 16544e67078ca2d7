import { projectIdFrom } from '@tavla/contract'
import { find } from '../../entity/index.ts'
import { idsInTrash } from '../../hosting/trash.ts'
import type { Reader } from '../../store/store.ts'
import type { Hq } from './hq.ts'
import { readServer, serverIds } from './rows.ts'
import { serverSpec } from './site-spec.ts'

/**
 * The id that a new project gets from its name: one that no project has, nor one in the trash, which would come back
 * under it (reference: hosting, Ids).
 */
export async function freeId({ site }: Hq, name: string, reader: Reader): Promise<string> {
  const { engine } = site
  const taken = new Set((await find(engine, 'Project', { reader })).map(({ id }) => id))
  for (const id of await serverIds(engine)) {
    const server = await readServer(engine, id, reader)
    if (server.cluster) continue
    for (const gone of await idsInTrash(serverSpec(site, server).dataRoot)) taken.add(gone)
  }
  return projectIdFrom(name, (id) => taken.has(id))
}
