import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { badRequest, notPossibleNow } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notEnoughRoom, roomOf } from '../ground/disk-room.ts'
import { noDatabaseReplaced } from '../hosting/faults.ts'
import { beginPlacing, type Outcome, place, settlePlacing } from '../hosting/placing.ts'
import { bodyOf } from '../http/body.ts'
import { acceptBytes, isPartPath, writeWhole } from '../http/part-body.ts'

/** New data that HQ sends. */
interface Delivery {
  id: string
  folder: string
  /** Bytes of each part that is here, by its place. */
  parts: Map<string, number>
  outcome?: Outcome
}

/**
 * The calls by which HQ puts other data in the place of a site's own: begin, a PUT for each part, finish. Data that are
 * whole change places with the present ones, others leave nothing behind (reference: hosting, Copies over the network).
 */
export function addRestoreDoors(
  app: FastifyInstance,
  dir: string,
  requireProof: (request: FastifyRequest) => void,
): void {
  let delivery: Delivery | undefined
  acceptBytes(app)

  app.post('', (request) => {
    requireProof(request)
    const { do: step, id, bytes, count } = bodyOf(request)
    if (typeof id !== 'string') throw badRequest()
    if (step === 'begin') delivery = begin(dir, id, Number(bytes))
    else if (step === 'finish') finish(dir, requireDelivery(id), Number(count), Number(bytes))
    else if (step === 'settle') return { outcome: settle() }
    else throw badRequest()
    return { outcome: delivery?.outcome }
  })

  app.put<{ Params: { '*': string }; Querystring: { id?: unknown } }>('/*', async (request) => {
    requireProof(request)
    const { folder, parts, outcome } = requireDelivery(request.query.id)
    const path = request.params['*']
    if (outcome !== undefined || !isPartPath(path)) throw badRequest()
    parts.delete(path)
    parts.set(path, await writeWhole(join(folder, path), request))
    return {}
  })

  /** Removes data that are not in their place by now. */
  function settle(): Outcome {
    const outcome = delivery?.outcome
    delivery = undefined
    return outcome ?? settlePlacing(dir)
  }

  function requireDelivery(id: unknown): Delivery {
    if (delivery && delivery.id === id) return delivery
    throw notPossibleNow({ text: 'The site was started anew while the data were sent.' })
  }
}

function begin(dir: string, id: string, bytes: number): Delivery {
  const { database } = readSettings(dir)
  if (database !== undefined) throw notPossibleNow(noDatabaseReplaced)
  const { free_bytes: free } = roomOf(dir)
  if (!(bytes <= free)) throw notPossibleNow(notEnoughRoom(bytes, free))
  return { id, folder: beginPlacing(dir), parts: new Map() }
}

/** Can be asked again when the answer was lost. */
function finish(dir: string, delivery: Delivery, count: number, bytes: number): void {
  if (delivery.outcome !== undefined) return
  const sizes = [...delivery.parts.values()]
  if (sizes.length !== count || sizes.reduce((sum, size) => sum + size, 0) !== bytes) throw badRequest()
  place(dir)
  delivery.outcome = 'finished'
}

/** The configuration of the site that is there; nothing where there is none. */
function readSettings(dir: string): { database?: unknown } {
  const file = join(dir, 'config.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { database?: unknown }) : {}
}
