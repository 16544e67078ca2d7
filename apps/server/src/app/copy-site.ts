import { join } from 'node:path'
import { version } from '../ground/version.ts'
import type { ControlCaller } from '../hosting/control-server.ts'
import type { CopyAnswer } from '../hosting/local-copy.ts'
import type { Site } from '../site.ts'

/**
 * Copies the store to the folder `target` while the site works on, and keeps every stored file until the caller's
 * connection is over (reference: hosting, Control socket).
 * @throws Error with a sentence when the database cannot be copied
 */
export async function copySite({ store, files }: Site, target: string, caller: ControlCaller): Promise<CopyAnswer> {
  const held = files.hold()
  caller.whenGone(() => void held.release())
  if (!store.backup) throw new Error('This database cannot be copied by the site.')
  const data = join(target, 'data.sqlite')
  await store.backup(data)
  return { program: version, database: 'sqlite', data, files: await held.list() }
}
