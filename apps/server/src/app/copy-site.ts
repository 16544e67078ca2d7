import { join } from 'node:path'
import { version } from '../ground/version.ts'
import type { ControlCaller } from '../hosting/control-server.ts'
import type { CopyAnswer } from '../hosting/copy-parts.ts'
import type { Site } from '../site.ts'
import { copyDatabase } from '../store/copy-database.ts'

/**
 * Copies the store to the folder `target` while the site works on, and keeps every stored file until the caller's
 * connection is over (reference: hosting, Control socket).
 * @throws Error with a sentence when the database cannot be copied
 */
export async function copySite({ config, files }: Site, target: string, caller: ControlCaller): Promise<CopyAnswer> {
  const held = files.hold()
  caller.whenGone(() => void held.release())
  const { dir, databaseUrl: url } = config
  const data = join(target, url === undefined ? 'data.sqlite' : 'data.dump')
  const copied = await copyDatabase({ file: join(dir, 'store', 'data.sqlite'), url }, data)
  // Listed last: the copy names no file that came later.
  return { program: version, ...copied, data, files: await held.list() }
}
