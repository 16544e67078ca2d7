import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findBinaries, ordinaryUser } from '../../apps/server/src/store/postgres-server.ts'
import { type FaultyLine, openLine } from '../../apps/server/src/testing/faulty-line.ts'
import { expectThat, type Fault, until } from './fault.ts'
import { ask, type SiteProcess, signIn, startSite, stopSite, temporaryFolder } from './site-process.ts'

const missing = () => (findBinaries() ? undefined : 'no PostgreSQL is installed')

/**
 * Maximum time until a read and a write are refused while the database is away, and until the first answer after its
 * return; milliseconds.
 */
const patience = { read: 15_500, write: 30_500, back: 3000 }

export const postgresFaults: Readonly<Record<string, Fault>> = {
  'postgres-stopped': {
    name: 'PostgreSQL stopped',
    missing,
    run: (rounds) =>
      withSite(rounds, ({ server }) => ({
        begin: () => server.control('stop', '-m', 'immediate'),
        end: () => server.control('start', '-w', '-l', path.join(server.folder, 'log')),
      })),
  },
  'postgres-frozen': {
    name: 'PostgreSQL frozen',
    missing,
    run: (rounds) =>
      withSite(rounds, ({ server }) => ({
        begin: () => server.signal('STOP'),
        end: () => server.signal('CONT'),
      })),
  },
  'postgres-half-open': {
    name: 'PostgreSQL half open',
    missing,
    run: (rounds) => withSite(rounds, ({ line }) => ({ begin: () => line.freeze(), end: () => line.thaw() })),
  },
  'postgres-cut': {
    name: 'PostgreSQL cut in commits',
    missing,
    run: cutInCommits,
  },
}

interface FaultSetup {
  server: Server
  line: FaultyLine
  site: SiteProcess
  cookie: string
}

interface Server {
  folder: string
  socket: string
  control(...words: string[]): void
  signal(name: 'STOP' | 'CONT'): void
}

/** A PostgreSQL server that can be stopped, a proxy whose connections can break, and a site behind both. */
async function openWorld(): Promise<FaultSetup & { close(): Promise<void> }> {
  const server = startServer()
  const line = await openLine(server.socket)
  const url = `postgres://postgres@127.0.0.1:${line.port}/postgres`
  const site = await startSite(path.join(temporaryFolder(), 'site'), { args: ['--database', url] })
  const cookie = await signIn(site)
  return {
    server,
    line,
    site,
    cookie,
    async close() {
      await stopSite(site)
      line.close()
      server.control('stop', '-m', 'immediate')
    },
  }
}

async function withSite(
  rounds: number,
  faultOf: (world: FaultSetup) => { begin(): void; end(): void },
): Promise<string> {
  const world = await openWorld()
  const { site, cookie } = world
  const longest = { read: 0, write: 0, back: 0 }
  try {
    for (let round = 0; round < rounds; round++) {
      const fault = faultOf(world)
      fault.begin()
      const [read, write, health] = await Promise.all([
        timed(() => ask(site, cookie, 'GET', `/api/entity/Task?filters={"points":${round}}`)),
        timed(() => ask(site, cookie, 'POST', '/api/entity/Task', { subject: `While it is away ${round}` })),
        timed(() => ask(site, '', 'GET', '/api/health')),
      ])
      for (const { answer } of [read, write]) {
        expectThat(answer.status === 503, `A call was answered ${answer.status} while the database was away.`)
        expectThat(answer.json?._server_messages && answer.json.request_id, 'A refusal is without its body.')
      }
      expectThat(health.answer.status === 503, `Health said ${health.answer.status} while the database was away.`)
      expectThat(read.millis < patience.read, `A read waited ${read.millis} ms.`)
      expectThat(write.millis < patience.write, `A write waited ${write.millis} ms.`)
      expectThat(health.millis < 2500, `Health waited ${health.millis} ms.`)
      fault.end()
      const back = await timed(() =>
        until('The site did not come back.', async () => {
          const { status } = await ask(site, cookie, 'POST', '/api/entity/Task', { subject: 'It is back' })
          return status === 200
        }),
      )
      expectThat(back.millis < patience.back, `The site served ${back.millis} ms after the database was back.`)
      longest.read = Math.max(longest.read, read.millis)
      longest.write = Math.max(longest.write, write.millis)
      longest.back = Math.max(longest.back, back.millis)
    }
    return `${rounds} times; a read was told after ${longest.read} ms at most, a write after ${longest.write} ms, served again ${longest.back} ms after its return`
  } finally {
    await world.close()
  }
}

/** Connections that break during a commit, before or after the server has received it. */
async function cutInCommits(rounds: number): Promise<string> {
  const world = await openWorld()
  const { site, cookie, line } = world
  let [stands, refused] = [0, 0]
  try {
    for (let round = 0; round < rounds * 4; round++) {
      line.cutAt('commit', round % 2 === 0 ? 'after' : 'before')
      const subject = `Cut ${round}`
      const { status } = await ask(site, cookie, 'POST', '/api/entity/Task', { subject })
      const filters = encodeURIComponent(JSON.stringify({ subject }))
      const found = await until('The records could not be read after a cut.', async () => {
        const { status, json } = await ask(site, cookie, 'GET', `/api/entity/Task?filters=${filters}`)
        return status === 200 && (json as { count: number })
      })
      if (status === 200) stands++
      else refused++
      expectThat(found.count === (status === 200 ? 1 : 0), `A write answered ${status} stands ${found.count} times.`)
    }
    return `${rounds * 4} cuts: ${stands} writes stood and were acknowledged, ${refused} were refused and do not stand`
  } finally {
    await world.close()
  }
}

async function timed<T>(ask: () => Promise<T>): Promise<{ answer: T; millis: number }> {
  const began = performance.now()
  const answer = await ask()
  return { answer, millis: Math.round(performance.now() - began) }
}

function startServer(): Server {
  const binaries = findBinaries() as string
  const owner = ordinaryUser()
  const folder = path.join(temporaryFolder(), 'postgres')
  mkdirSync(folder, { recursive: true })
  if (owner) {
    chownSync(path.dirname(folder), owner.uid, owner.gid)
    chownSync(folder, owner.uid, owner.gid)
  }
  const data = path.join(folder, 'data')
  const how = { ...owner, cwd: folder, stdio: 'ignore' } as const
  const initialise = ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  execFileSync(path.join(binaries, 'initdb'), initialise, how)
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder}`
  const control = (...words: string[]) =>
    void execFileSync(
      path.join(binaries, 'pg_ctl'),
      ['-D', data, ...(words[0] === 'start' ? ['-o', options] : []), ...words],
      how,
    )
  control('start', '-w', '-l', path.join(folder, 'log'))
  process.once('exit', () => spawnSync(path.join(binaries, 'pg_ctl'), ['-D', data, 'stop', '-m', 'immediate'], how))
  return {
    folder,
    socket: path.join(folder, '.s.PGSQL.5432'),
    control,
    signal(name) {
      const [main = ''] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(main), `SIG${name}`)
      spawnSync('pkill', [`-${name}`, '-P', main])
    },
  }
}
