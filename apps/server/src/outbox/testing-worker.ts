import { createInterface } from 'node:readline'
import { Clock } from '../entity/clock.ts'
import { openPostgres } from '../store/postgres.ts'
import { Outbox } from './outbox.ts'

// A separate process with only an outbox, for tests. It prints each message that it sends, and looks for messages when it
// reads a line. A message called `hang` never ends.
const store = await openPostgres(process.argv[2] ?? '')
const clock = new Clock()
const silent = { warn: () => undefined, error: () => undefined }
const outbox = new Outbox({
  store,
  logs: { worker: silent } as never,
  nowUtc: () => clock.nowUtc(),
  mayReachPeople: () => true,
})
outbox.register({
  kind: 'email',
  atOnce: 10,
  retryAfter: [],
  recipients: async () => [],
  async send(ref, { mayRepeat }) {
    process.stdout.write(`${ref}${mayRepeat ? ' again' : ''}\n`)
    if (ref === 'hang' && !mayRepeat) await new Promise(() => undefined)
    return undefined
  },
  mirror: async () => undefined,
})
outbox.start()
await outbox.settled()
process.stdout.write('ready\n')
for await (const _line of createInterface({ input: process.stdin })) outbox.wake()
