import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** A PostgreSQL server started by the tests. */
export interface TestServer {
  /** Address of its database `postgres`, as superuser. */
  url: string
  stop(): Promise<void>
}

/** User and group id of the server, which refuses to run as root. */
interface Owner {
  uid: number
  gid: number
}

/**
 * Starts a PostgreSQL server from installed binaries, in a temporary folder, on a socket and without a port. It ends
 * when this process ends, however that happens.
 * @returns the reason, where no binaries are installed
 */
export async function startPostgres(): Promise<TestServer | { missing: string }> {
  const binaries = findBinaries()
  if (!binaries) return { missing: 'no PostgreSQL is installed and TEST_DATABASE_URL is not set' }
  const owner = ordinaryUser()
  const folder = mkdtempSync(path.join(tmpdir(), 'tavla-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  // Trigrams must treat Hebrew letters as letters, which they do not in the plain C locale.
  const initialise = ['--pgdata', data, '--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8']
  const made = spawnSync(path.join(binaries, 'initdb'), [...initialise, '--locale=C.UTF-8'], {
    ...owner,
    cwd: folder,
    encoding: 'utf8',
  })
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)
  }
  const server = await launch(path.join(binaries, 'postgres'), data, folder, owner)
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      server.stdin?.end()
      if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// The shell waits until its input closes, which happens when this process ends, and then ends the server: a killed test run
// leaves nothing behind. Detached, so that a signal to the whole run does not reach the shell itself.
const keeper = 'folder=$1; shift; "$@" </dev/null & read -r line; kill -INT $!; wait; rm -rf "$folder"'

async function launch(binary: string, data: string, folder: string, owner: Owner | undefined): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    shared_buffers: '32MB',
    deadlock_timeout: '50ms',
    max_connections: '200',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn('/bin/sh', ['-c', keeper, 'sh', folder, binary, '-D', data, ...options], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes('ready to accept connections')) {
      server.stderr.resume()
      return server
    }
    lines.push(line)
  }
  throw new Error(`PostgreSQL did not start: ${lines.join('\n')}`)
}

export function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = versions.map((version) => path.join(debian, version, 'bin'))
  try {
    folders.push(
      execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
    )
  } catch {
    // Not installed.
  }
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')))
}

/** Returns undefined when this process already runs as an ordinary user. */
export function ordinaryUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody')
}
