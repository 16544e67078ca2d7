import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRecord, type Engine, systemContext } from '../../entity/index.ts'
import { storedNameFor, urlOf } from '../../files/names.ts'

/** A grey square. */
const grey = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAKklEQVR42u3MQREAAAwCIPunMpoh9ttBANKjCAQCgUAgEAgEAoFAIPgeDMcLALWWy9nxAAAAAElFTkSuQmCC',
  'base64',
)

/** Adds the picture that stands for personal files, public as any picture of people; resolves to its address. */
export async function addPlaceholder(engine: Engine, dir: string): Promise<string> {
  const content_hash = hash('sha256', grey)
  const name = storedNameFor('placeholder.png', content_hash)
  const file_url = urlOf({ name, isPrivate: false })
  await writeFile(join(dir, 'files/public', name), grey, { mode: 0o600 })
  await createRecord(engine, systemContext(engine), 'File', {
    file_name: 'placeholder.png',
    file_url,
    file_size: grey.length,
    file_type: 'PNG',
    mime_type: 'image/png',
    is_private: 0,
    folder: 'Home',
    content_hash,
  })
  return file_url
}
