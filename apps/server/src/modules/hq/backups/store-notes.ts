import { randomBytes } from 'node:crypto'
import { type Message, textOf } from '@tavla/contract'
import type { ObjectStore, StoreFault } from '../../../backup/object-store.ts'
import { setSilently, systemContext, updateIn } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import type { Hq } from '../hq.ts'
import { readServer, serverIds } from '../rows.ts'
import { serverSpec } from '../site-spec.ts'
import { BackupFault, sentenceOf } from './faults.ts'
import { diskOf } from './room.ts'
import { readRow } from './rows.ts'
import { openBackupStore, placeOfStore } from './stores.ts'

/**
 * Writes, reads and removes a probe, and notes in the record whether the store can be used.
 * @throws Problem 404
 */
export async function testStore(hq: Hq, id: string): Promise<{ status: 'Ready' | 'Error'; error: Message | null }> {
  const { engine } = hq.site
  let error: Message | null = null
  try {
    await probe((await openBackupStore(hq, id)).store)
  } catch (fault) {
    error = sentenceOf(fault)
  }
  const status = error ? 'Error' : 'Ready'
  const values = { status, last_error: error && encodeSentence(error), same_disk: (await isOnSameDisk(hq, id)) ? 1 : 0 }
  await engine.store.write((tx) => updateIn(engine, systemContext(engine), tx, 'Backup Store', id, values))
  return { status, error }
}

/** Notes why a store cannot be used, as a backup or a proof found; the next one that succeeds takes it back. */
export async function noteStoreFault({ site }: Hq, id: string, { detail }: StoreFault): Promise<void> {
  const { engine } = site
  const values = { status: 'Error', last_error: encodeSentence(detail) }
  await engine.store.write((tx) => updateIn(engine, systemContext(engine), tx, 'Backup Store', id, values))
}

/** @throws StoreFault, BackupFault */
async function probe(store: ObjectStore): Promise<void> {
  const path = `probe/${randomBytes(8).toString('hex')}`
  const content = randomBytes(64)
  await store.write(path, content)
  const read = await store.read(path)
  await store.remove(path)
  if (!read?.equals(content)) throw new BackupFault({ text: 'The store did not give back what was written.' })
}

/** Notes how much a store holds, and that it can be used. @throws StoreFault */
export async function refreshStore(hq: Hq, id: string): Promise<void> {
  const { engine } = hq.site
  const { store } = await openBackupStore(hq, id)
  let used = 0
  for (const prefix of ['objects/', 'backups/']) for await (const { size } of store.list(prefix)) used += size
  const values = {
    used_bytes: used,
    status: 'Ready',
    last_error: null,
    same_disk: (await isOnSameDisk(hq, id)) ? 1 : 0,
  }
  const before = await readRow(engine, 'Backup Store', id)
  const isSame = before?.status === 'Ready' && textOf(before.last_error) === '' && before.same_disk === values.same_disk
  await engine.store.write((tx) =>
    isSame
      ? setSilently(engine, tx, 'Backup Store', id, { used_bytes: used })
      : updateIn(engine, systemContext(engine), tx, 'Backup Store', id, values).then(() => undefined),
  )
}

/** Whether a store lies on a disk that HQ's data, or the projects of a local server, lie on. */
async function isOnSameDisk({ site }: Hq, id: string): Promise<boolean> {
  const disk = diskOf(await placeOfStore(site.engine, id))
  if (disk === undefined) return false
  if (diskOf(site.config.dir) === disk) return true
  for (const serverId of await serverIds(site.engine)) {
    const server = await readServer(site.engine, serverId)
    if (!server.cluster && diskOf(serverSpec(site, server).dataRoot) === disk) return true
  }
  return false
}
