import { notPossibleNow } from '@tavla/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forgetCall, type Operation, type RememberedCall, rememberAnswer, rememberedCall } from '../entity/index.ts'

interface CallUnderWay {
  user: string | null
  call: string | undefined
  over: Promise<unknown>
}

/** The calls of one site that carry an operation id and have not ended. One process serves a site. */
export class CallsUnderWay {
  readonly #byId = new Map<string, CallUnderWay>()

  /**
   * Runs a call, or answers its repeat (reference: http-api, Repeated calls). A repeat that arrives while the first is
   * under way waits for it, and so does its undo.
   * @throws Problem 409 when the id belongs to another call
   */
  async once(request: FastifyRequest, reply: FastifyReply, run: () => Promise<unknown>): Promise<unknown> {
    const { operation } = request.ctx
    operation.call = request.fingerprint?.digest('base64url')
    const { user, call, id } = operation
    const taken = takenBackBy(request)
    // A sender that got no answer takes back what may still be under way.
    if (taken !== id) await this.#byId.get(taken)?.over
    for (let other = this.#byId.get(id); other; other = this.#byId.get(id)) {
      if (other.user !== user || other.call !== call) throw usedForAnother()
      await other.over
    }
    const { promise: over, resolve } = Promise.withResolvers<void>()
    this.#byId.set(id, { user, call, over })
    try {
      return await runOrRepeat(request, reply, run)
    } finally {
      this.#byId.delete(id)
      resolve()
    }
  }
}

/** The id of the operation that a call is about; '' for any other call. */
function takenBackBy({ params }: FastifyRequest): string {
  const { name, id } = params as { name?: string; id?: string }
  return name === 'Operation Log' ? (id ?? '') : ''
}

async function runOrRepeat(
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { engine } = request.server.site
  const { operation } = request.ctx
  const known = await rememberedCall(engine, operation)
  if (known && !known.isSame) throw usedForAnother()
  if (known?.isDone) {
    reply.headers({ 'operation-id': operation.id, 'operation-repeated': '1' })
    return answerAgain(request, known)
  }
  try {
    const answer = await run()
    if (answer !== reply) await remember(request, operation, answer)
    return answer
  } catch (error) {
    if (operation.hasRow) await forgetCall(engine, operation)
    throw error
  }
}

/** Records are read anew; other answers are kept as they were. */
async function remember(request: FastifyRequest, operation: Operation, answer: unknown): Promise<void> {
  if (!operation.hasRow || request.routeOptions.config.answerAgain) return
  const text = operation.isSecret ? null : JSON.stringify(answer)
  await rememberAnswer(request.server.site.engine, operation, text ?? null)
}

function answerAgain(request: FastifyRequest, { answer }: RememberedCall): unknown {
  const kept: unknown = answer === null ? null : JSON.parse(answer)
  return request.routeOptions.config.answerAgain?.(request, kept) ?? kept ?? { data: null }
}

const usedForAnother = () => notPossibleNow({ text: 'This operation id was used for another change.' })
