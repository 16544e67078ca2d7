import { afterEach, expect, test } from 'vitest'
import { Clock } from '../entity/clock.ts'
import { utcText } from '../ground/utc-text.ts'
import { migrate } from '../store/migrations.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import { eachStore } from '../store/testing.ts'
import { Outbox, type OutboxNote, type Sender } from './outbox.ts'
import { FinalRefusal, LaneFault, SendError, UncertainDelivery } from './send-errors.ts'

const opened: Outbox[] = []
afterEach(async () => {
  for (const outbox of opened.splice(0)) await outbox.close()
})

interface ReportedState {
  ref: string
  note: OutboxNote
}

function recorder(send: (ref: string) => Promise<unknown> = async () => {}, retryAfter = [60_000], atOnce = 1) {
  const sent: string[] = []
  const told: ReportedState[] = []
  const sender: Sender = {
    kind: 'email',
    atOnce,
    retryAfter,
    recipients: async (ref) => [ref],
    async send(ref, { mayRepeat }) {
      sent.push(mayRepeat ? `${ref} again` : ref)
      await send(ref)
      return undefined
    },
    async mirror(_tx, ref, note) {
      told.push({ ref, note })
    },
  }
  return { sender, sent, states: () => told.map(({ ref, note }) => `${ref} ${note.state}`), told }
}

eachStore((open) => {
  async function openOutbox(store: Store, sender: Sender, options: { allowed?: () => boolean } = {}): Promise<Outbox> {
    const clock = new Clock()
    const outbox = new Outbox({
      store,
      logs: { worker: { warn: () => {}, error: () => {} } } as never,
      nowUtc: () => clock.nowUtc(),
      mayReachPeople: options.allowed ?? (() => true),
    })
    outbox.register(sender)
    outbox.start()
    opened.push(outbox)
    return outbox
  }

  async function openMigrated(): Promise<Store> {
    const store = await open()
    await migrate(store)
    return store
  }

  const add = (store: Store, outbox: Outbox, ref: string) => store.write((tx) => outbox.add(tx, 'email', ref))
  const rows = (store: Store) =>
    store.all<{ ref: string; state: string; attempts: number }>(
      sql`select ref, state, attempts from outbox order by rid`,
    )

  test('a message is sent once its record is committed, in order, once', async () => {
    const store = await openMigrated()
    const { sender, sent, states } = recorder()
    const outbox = await openOutbox(store, sender)
    await add(store, outbox, 'a')
    await add(store, outbox, 'b')
    await outbox.settled()
    expect(sent).toEqual(['a', 'b'])
    expect(states().filter((state) => state.endsWith('Sent'))).toEqual(['a Sent', 'b Sent'])
    outbox.wake()
    await outbox.settled()
    expect(sent).toEqual(['a', 'b'])
  })

  test('a message whose record was rolled back is never sent', async () => {
    const store = await openMigrated()
    const { sender, sent } = recorder()
    const outbox = await openOutbox(store, sender)
    const refused = store.write(async (tx) => {
      await outbox.add(tx, 'email', 'a')
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    outbox.wake()
    await outbox.settled()
    expect([sent, await rows(store)]).toEqual([[], []])
  })

  test('a failure is retried later, and ends in an error', async () => {
    const store = await openMigrated()
    const { sender, told } = recorder(() => Promise.reject(new SendError({ text: 'no route' })), [0, 0])
    const outbox = await openOutbox(store, sender)
    await add(store, outbox, 'a')
    await expect.poll(async () => (await rows(store))[0]?.state).toBe('Error')
    expect((await rows(store))[0]?.attempts).toBe(3)
    const failures = told.filter(({ note }) => note.error).map(({ note }) => [note.state, note.attempts, note.error])
    expect(failures).toEqual([
      ['Queued', 1, 'no route'],
      ['Queued', 2, 'no route'],
      ['Error', 3, 'no route'],
    ])
  })

  test('a permanent refusal is retried only when a user asks', async () => {
    const store = await openMigrated()
    let isRefusing = true
    const { sender, sent } = recorder(() =>
      isRefusing ? Promise.reject(new FinalRefusal({ text: 'unknown' })) : Promise.resolve(),
    )
    const outbox = await openOutbox(store, sender)
    await add(store, outbox, 'a')
    await outbox.settled()
    expect(await rows(store)).toEqual([{ ref: 'a', state: 'Error', attempts: 1 }])
    isRefusing = false
    expect(await store.write((tx) => outbox.retry(tx, 'email', 'a'))).toBe(true)
    await outbox.settled()
    expect(sent).toEqual(['a', 'a'])
    expect((await rows(store))[0]?.state).toBe('Sent')
  })

  test('no message is sent while people may not be reached, and all are sent afterwards', async () => {
    const store = await openMigrated()
    let isAllowed = false
    const { sender, sent, states } = recorder()
    const outbox = await openOutbox(store, sender, { allowed: () => isAllowed })
    await add(store, outbox, 'a')
    await outbox.settled()
    expect([sent, states()]).toEqual([[], ['a Held']])
    isAllowed = true
    outbox.wake()
    await outbox.settled()
    expect(sent).toEqual(['a'])
    expect(states().at(-1)).toBe('a Sent')
  })

  test('a cancelled message stays, a sent one cannot be cancelled', async () => {
    const store = await openMigrated()
    let isAllowed = false
    const { sender, sent } = recorder()
    const outbox = await openOutbox(store, sender, { allowed: () => isAllowed })
    await add(store, outbox, 'a')
    await outbox.settled()
    expect(await store.write((tx) => outbox.cancel(tx, 'email', 'a'))).toBe(true)
    isAllowed = true
    await add(store, outbox, 'b')
    await outbox.settled()
    expect(sent).toEqual(['b'])
    expect(await store.write((tx) => outbox.cancel(tx, 'email', 'b'))).toBe(false)
  })

  test('a message that a worker left unfinished is taken up when its lease expires, and not before', async () => {
    const store = await openMigrated()
    const { sender, sent } = recorder()
    const outbox = await openOutbox(store, sender)
    const lease = (ref: string, until: string) =>
      store.write((tx) =>
        tx.run(
          sql`insert into outbox (kind, ref, lane, next_attempt, state, created, lease_owner, lease_until) values ('email', ${ref}, 'email', '2026-01-01', 'Sending', '2026-01-01', 'dead', ${until})`,
        ),
      )
    await lease('dead', '2026-01-01')
    // Longer leases are of a clock that was ahead, and the worker ends them at its start.
    await lease('alive', utcText(Date.now() + 60_000))
    outbox.wake()
    await outbox.settled()
    expect(sent).toEqual(['dead again'])
  })

  test('two workers never send the same message', async () => {
    const store = await openMigrated()
    const { sender, sent } = recorder()
    const [first, second] = [await openOutbox(store, sender), await openOutbox(store, sender)]
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(store, n % 2 ? first : second, String(n))))
    for (const outbox of [first, second]) outbox.wake()
    await Promise.all([first.settled(), second.settled()])
    expect(sent.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => String(n)).toSorted())
  })

  test('a hanging host delays only its own messages, and a lane of one keeps their order', async () => {
    const store = await openMigrated()
    let letGo = () => {}
    const hanging = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const { sender, sent, states } = recorder((ref) => (ref === 'a1' ? hanging : Promise.resolve()))
    const outbox = await openOutbox(store, sender)
    const addTo = (lane: string, ref: string) => store.write((tx) => outbox.add(tx, 'email', ref, lane))
    for (const ref of ['a1', 'a2', 'a3']) await addTo('slow', ref)
    for (const ref of ['b1', 'b2']) await addTo('quick', ref)
    await expect.poll(() => states()).toContain('b2 Sent')
    expect(sent).toEqual(['a1', 'b1', 'b2'])
    letGo()
    await outbox.settled()
    expect(sent).toEqual(['a1', 'b1', 'b2', 'a2', 'a3'])
  })

  test('a message being sent by a killed site is sent once more, marked, and never a third time', async () => {
    const store = await openMigrated()
    const { sender, sent } = recorder()
    const outbox = await openOutbox(store, sender)
    const die = (repeats: number) =>
      store.write((tx) =>
        tx.run(
          sql`insert into outbox (kind, ref, lane, state, next_attempt, created, lease_owner, lease_until, repeats)
          values ('email', ${`died ${repeats + 1}`}, 'email', 'Sending', '2020-01-01 00:00:00.000000', '2020-01-01', 'dead', '2020-01-01', ${repeats})`,
        ),
      )
    await die(0)
    await die(1)
    outbox.wake()
    await outbox.settled()
    expect(sent).toEqual(['died 1 again'])
    const [, twice] = await store.all<{ state: string; last_error: string }>(
      sql`select state, last_error from outbox order by rid`,
    )
    expect(twice).toEqual({ state: 'Error', last_error: expect.stringContaining('may have arrived') })
  })

  test('hanging hosts leave room for other hosts, however many messages wait for them', async () => {
    const store = await openMigrated()
    const hanging = Promise.withResolvers<void>()
    const { sender, sent } = recorder(
      (ref) => (ref.startsWith('slow') ? hanging.promise : Promise.resolve()),
      [60_000],
      10,
    )
    const outbox = await openOutbox(store, sender)
    await store.write(async (tx) => {
      for (const host of ['slow 1', 'slow 2']) {
        for (let n = 0; n < 40; n++) await outbox.add(tx, 'email', `${host} ${n}`, host)
      }
      await outbox.add(tx, 'email', 'quick', 'quick')
    })
    await expect.poll(() => sent).toContain('quick')
    hanging.resolve()
    await outbox.settled()
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent).toHaveLength(81)
  })

  test('a host that does not work gets one message at a time, until it works', async () => {
    const store = await openMigrated()
    let isDown = true
    let [now, most] = [0, 0]
    const { sender } = recorder(
      async () => {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setImmediate(resolve))
        now--
        if (isDown) throw new LaneFault({ text: 'away' })
      },
      [],
      10,
    )
    const outbox = await openOutbox(store, sender)
    const addFour = () =>
      store.write(async (tx) => {
        for (let n = 0; n < 4; n++) await outbox.add(tx, 'email', String(n))
      })
    await addFour()
    await outbox.settled()
    await store.write((tx) => tx.run(sql`update outbox set state = 'Queued', next_attempt = '2020-01-01'`))
    most = 0
    outbox.wake()
    await outbox.settled()
    expect(most).toBe(1)
    isDown = false
    await addFour()
    await outbox.settled()
    expect((await rows(store)).map(({ state }) => state)).toEqual([...Array(4).fill('Error'), ...Array(4).fill('Sent')])
  })

  test('a message whose answer was lost is sent once more, marked, and never a third time', async () => {
    const store = await openMigrated()
    const { sender, sent, told } = recorder(
      () => Promise.reject(new UncertainDelivery({ text: 'It broke off.' })),
      [0, 0, 0, 0],
    )
    const outbox = await openOutbox(store, sender)
    await add(store, outbox, 'a')
    await expect.poll(async () => (await rows(store))[0]?.state).toBe('Error')
    expect(sent).toEqual(['a', 'a again'])
    expect(told.at(-1)?.note.error).toBe('It broke off.\nIt may have arrived already.')
    // A user who sends it anyway may send a duplicate.
    await store.write((tx) => outbox.retry(tx, 'email', 'a'))
    await expect.poll(async () => [sent.length, (await rows(store))[0]?.state]).toEqual([3, 'Error'])
    expect(sent.at(-1)).toBe('a again')
  })

  test('an error for developers is not shown to people', async () => {
    const store = await openMigrated()
    const { sender, told } = recorder(() => Promise.reject(new TypeError('x of undefined in /srv/tavla')))
    const outbox = await openOutbox(store, sender)
    await add(store, outbox, 'a')
    await outbox.settled()
    expect(told.at(-1)?.note).toMatchObject({
      state: 'Queued',
      error: 'It could not be sent because of a fault of this server.',
    })
  })

  const inMillis = (millis: number) => utcText(Date.now() + millis)

  test('a scheduled message waits for its time, even across a restart, and is sent once', async () => {
    const store = await openMigrated()
    const { sender, sent, states } = recorder()
    const before = await openOutbox(store, sender)
    await store.write((tx) => before.add(tx, 'email', 'tomorrow', 'email', inMillis(86_400_000)))
    await add(store, before, 'now')
    await before.settled()
    expect(sent).toEqual(['now'])
    await store.write((tx) => before.add(tx, 'email', 'soon', 'email', inMillis(300)))
    await before.close()
    const after = await openOutbox(store, sender)
    await expect.poll(() => states()).toContain('soon Sent')
    expect(sent).toEqual(['now', 'soon'])
    expect((await rows(store))[0]).toMatchObject({ ref: 'tomorrow', state: 'Scheduled' })
    // A user who does not want to wait queues it.
    await store.write((tx) => after.retry(tx, 'email', 'tomorrow'))
    await after.settled()
    expect(sent).toEqual(['now', 'soon', 'tomorrow'])
  })

  test('a scheduled message that may no longer be sent ends with the reason, and a failed check is repeated', async () => {
    const store = await openMigrated()
    const { sender, sent, told } = recorder()
    let asked = 0
    sender.release = async (ref) => {
      if (ref === 'forbidden') throw new FinalRefusal({ text: 'not any more' })
      if (++asked === 1) throw new Error('away')
    }
    const outbox = await openOutbox(store, sender)
    for (const ref of ['forbidden', 'allowed'])
      await store.write((tx) => outbox.add(tx, 'email', ref, 'email', inMillis(0)))
    await outbox.settled()
    outbox.wake()
    await expect.poll(() => sent).toEqual(['allowed'])
    expect(told[0]).toMatchObject({ ref: 'forbidden', note: { state: 'Error', error: 'not any more' } })
  })

  test('a message is either taken back or sent, never both', async () => {
    const store = await openMigrated()
    const { sender, sent } = recorder()
    const outbox = await openOutbox(store, sender)
    const refs = Array.from({ length: 30 }, (_, n) => String(n))
    const taken = await Promise.all(
      refs.map(async (ref) => {
        await store.write((tx) => outbox.add(tx, 'email', ref, 'email', inMillis(1)))
        return store.write((tx) => outbox.cancel(tx, 'email', ref))
      }),
    )
    await expect
      .poll(async () => (await rows(store)).filter(({ state }) => state !== 'Sent' && state !== 'Cancelled'))
      .toEqual([])
    const left = refs.filter((_, n) => !taken[n])
    expect(sent.toSorted()).toEqual(left.toSorted())
  })

  test('a clock that was set back between two starts delays neither a retry nor a message of a killed site', async () => {
    const store = await openMigrated()
    const insert = (ref: string, state: string, times: [due: string, lease: string | null]) =>
      store.write((tx) =>
        tx.run(
          sql`insert into outbox (kind, ref, lane, state, attempts, next_attempt, lease_until, lease_owner, created)
          values ('email', ${ref}, ${ref}, ${state}, 1, ${sql.join(times)}, 'dead', '2026-01-01')`,
        ),
      )
    await insert('retry', 'Queued', [inMillis(6 * 3_600_000), null])
    await insert('killed', 'Sending', [inMillis(0), inMillis(6 * 3_600_000)])
    const { sender, sent } = recorder(undefined, [60_000], 10)
    await openOutbox(store, sender)
    await expect.poll(() => sent.toSorted()).toEqual(['killed again', 'retry'])
  })
})
