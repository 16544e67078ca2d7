import { join } from 'node:path'
import { badRequest, notPossibleNow } from '@tavla/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readRestoredMark } from '../config/restored-mark.ts'
import { notEnoughRoom, roomOf } from '../ground/disk-room.ts'
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
    const { do: step, id, bytes, count, mark } = bodyOf(request)
    if (typeof id !== 'string') throw badRequest()
    if (step === 'begin') {
      delivery = begin(dir, id, Number(bytes))
      // An older version takes no data that name a database.
      return { databases: 1 }
    }
    if (step === 'settle') return { outcome: settle(mark) }
    if (step !== 'finish') throw badRequest()
    const { outcome } = finish(dir, requireDelivery(id), Number(count), Number(bytes))
    return { outcome }
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

  /** Removes data that are not in their place by now; `mark` is the one in them. */
  function settle(mark: unknown): Outcome {
    const outcome = delivery?.outcome ?? settlePlacing(dir)
    delivery = undefined
    // A receiver that started since knows by the mark alone that they are in their place.
    const isInPlace = outcome === 'nothing' && typeof mark === 'string' && readRestoredMark(dir)?.id === mark
    return isInPlace ? 'finished' : outcome
  }

  function requireDelivery(id: unknown): Delivery {
    if (delivery && delivery.id === id) return delivery
    throw notPossibleNow({ text: 'The site was started anew while the data were sent.' })
  }
}

function begin(dir: string, id: string, bytes: number): Delivery {
  const { free_bytes: free } = roomOf(dir)
  if (!(bytes <= free)) throw notPossibleNow(notEnoughRoom(bytes, free))
  return { id, folder: beginPlacing(dir), parts: new Map() }
}

/** Can be asked again when the answer was lost. */
function finish(dir: string, delivery: Delivery, count: number, bytes: number): Delivery {
  if (delivery.outcome !== undefined) return delivery
  const sizes = [...delivery.parts.values()]
  if (sizes.length !== count || sizes.reduce((sum, size) => sum + size, 0) !== bytes) throw badRequest()
  place(dir)
  delivery.outcome = 'finished'
  return delivery
}
