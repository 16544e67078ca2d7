import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type CopyPart, digestHeader, digestOf } from '../copy-parts.ts'
import { away, faultIn, refusal } from './cluster-faults.ts'
import { persistently } from './persistently.ts'
import type { SiteCalls } from './site-calls.ts'

/**
 * Reads a part of a copy into the file `target`, whole or not at all; a connection that broke off is taken up where it
 * ended.
 * @throws HostingFault; the system's error, ENOENT for a copy that is over
 */
export async function fetchPart(
  calls: SiteCalls,
  id: string,
  part: CopyPart,
  { target, signal }: { target: string; signal: AbortSignal },
): Promise<void> {
  const unfinished = `${target}.unfinished`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await rm(unfinished, { force: true })
  await persistently(signal, async () => {
    const digest = await fetchRest(calls, id, part, { unfinished, signal })
    if ((await digestOf(unfinished)) === digest) return
    // The bytes that came so far are of no use.
    await rm(unfinished, { force: true })
    throw away(new Error('the digest differs'))
  })
  await rename(unfinished, target)
}

/** Resolves to the digest of the whole part once all of it is there. */
async function fetchRest(
  calls: SiteCalls,
  id: string,
  { path, size }: CopyPart,
  { unfinished, signal }: { unfinished: string; signal: AbortSignal },
): Promise<string> {
  const have = await stat(unfinished).then(
    (found) => found.size,
    () => 0,
  )
  const isRest = have > 0 && have < size
  const headers: Record<string, string> = isRest ? { range: `bytes=${have}-` } : {}
  const answer = await calls.part('backup', path, { id, signal, headers })
  if (answer.statusCode !== (isRest ? 206 : 200)) await refuse(answer)
  try {
    await pipeline(answer, createWriteStream(unfinished, { flags: isRest ? 'a' : 'w', mode: 0o600 }))
  } catch (error) {
    throw orAway(error)
  }
  const { size: found } = await stat(unfinished)
  if (found !== size) throw away(new Error('cut off'))
  return String(answer.headers[digestHeader])
}

/**
 * Sends the file `from` to be the part `path` of what a site gets; the site takes it whole or not at all.
 * @throws HostingFault with the site's sentence
 */
export async function sendPart(
  calls: SiteCalls,
  id: string,
  path: string,
  { name = 'restore', from, signal }: { name?: 'restore' | 'records'; from: string; signal: AbortSignal },
): Promise<void> {
  const { size } = await stat(from)
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': String(size),
    [digestHeader]: await digestOf(from),
  }
  await persistently(signal, async () => {
    const content = createReadStream(from, { highWaterMark: 262_144 })
    const answer = await calls.part(name, path, { id, signal, headers, content })
    if (answer.statusCode !== 200) await refuse(answer)
    answer.resume()
  })
}

/** A fault of the disk stays what it is; any other is the connection's. */
function orAway(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(code) ? error : away(error)
}

/** @throws HostingFault, or an error with code ENOENT for 404 */
async function refuse(answer: IncomingMessage): Promise<never> {
  const status = answer.statusCode ?? 0
  const body = await text(answer).catch(() => '')
  if (status === 404) throw Object.assign(new Error('the copy is over'), { code: 'ENOENT' })
  throw faultIn(body) ?? refusal(status, body, true)
}
