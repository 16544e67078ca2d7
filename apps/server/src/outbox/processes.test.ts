import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { migrate } from '../store/migrations.ts'
import { openPostgres } from '../store/postgres.ts'
import { sql } from '../store/sql.ts'
import { onPostgres } from '../store/testing.ts'

const program = fileURLToPath(new URL('./testing-worker.ts', import.meta.url))
const running: ChildProcess[] = []
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

interface Worker {
  said: string[]
  look(): void
  kill(): Promise<void>
}

async function startWorker(address: string): Promise<Worker> {
  const child = spawn(process.execPath, [program, address], { stdio: ['pipe', 'pipe', 'inherit'] })
  running.push(child)
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
  await expect.poll(() => said.at(-1)).toBe('ready')
  said.length = 0
  return {
    said,
    look: () => child.stdin.write('\n'),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

onPostgres((_open, newDatabase) => {
  async function open(count: number) {
    const address = await newDatabase()
    const store = await openPostgres(address)
    await migrate(store)
    const workers = await Promise.all(Array.from({ length: count }, () => startWorker(address)))
    const add = (refs: readonly string[]) =>
      store.write(async (tx) => {
        for (const ref of refs) {
          await tx.run(
            sql`insert into outbox (kind, ref, lane, next_attempt, state, created)
            values ('email', ${ref}, ${`host ${ref.length}`}, '2020-01-01', 'Queued', '2020-01-01')`,
          )
        }
      })
    const states = async () => {
      const rows = await store.all<{ state: string }>(sql`select distinct state from outbox order by state`)
      return rows.map(({ state }) => state)
    }
    return { store, workers, add, states }
  }

  test('two processes share the work and send nothing twice', async () => {
    const { store, workers, add, states } = await open(2)
    const refs = Array.from({ length: 300 }, (_, n) => String(n))
    await add(refs)
    for (const { look } of workers) look()
    await expect.poll(states).toEqual(['Sent'])
    const [one, other] = workers.map(({ said }) => said) as [string[], string[]]
    await expect.poll(() => one.length + other.length).toBe(300)
    expect([...one, ...other].toSorted()).toEqual(refs.toSorted())
    expect(Math.min(one.length, other.length)).toBeGreaterThan(0)
    await store.close()
  })

  test('a message being sent by a killed process is sent once more by the other, marked, when its lease expires and not before', async () => {
    const { store, workers, add, states } = await open(2)
    const [first, second] = workers as [Worker, Worker]
    await add(['hang'])
    first.look()
    await expect.poll(() => first.said).toEqual(['hang'])
    await first.kill()
    await add(['other'])
    second.look()
    await expect.poll(() => second.said).toEqual(['other'])
    await store.write((tx) => tx.run(sql`update outbox set lease_until = '2020-01-01' where ref = 'hang'`))
    second.look()
    await expect.poll(states).toEqual(['Sent'])
    expect(second.said).toEqual(['other', 'hang again'])
    await store.close()
  })
})
