import type { FastifyInstance } from 'fastify'

/**
 * Answers that became ready in one turn of the event loop leave together at its end. A lone answer goes out as soon; under
 * load, whoever reads them is woken once for many instead of once for each, which on small machines costs more than
 * making the answer does (docs/decisions/0005-answers-leave-in-bursts.md).
 */
export function sendInBursts(app: FastifyInstance): void {
  let waiting: (() => void)[] = []
  const sendAll = () => {
    const ready = waiting
    waiting = []
    for (const send of ready) send()
  }
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    if (waiting.length === 0) setImmediate(sendAll)
    waiting.push(done)
  })
}
