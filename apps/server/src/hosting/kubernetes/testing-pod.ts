import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { bareEnvironment, tavla } from '../../testing/tavla.ts'
import type { AnyObject } from './testing-schema.ts'

/** Until it is ready, and then; each question takes processor time at both ends. Milliseconds. */
const pollIntervals = { starting: 50, ready: 500 }

/**
 * A pod whose container is a real process on this machine, with the arguments of the manifest and its folders below
 * `root`.
 */
export class TestPod {
  readonly metadata: AnyObject
  readonly spec: AnyObject
  readonly template: string
  readonly #root: string
  readonly #volume: string
  readonly #secret: AnyObject | undefined
  readonly #changed: () => void
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #container: AnyObject = { state: { waiting: { reason: 'ContainerCreating' } }, lastState: {}, restartCount: 0 }
  #isReady = false
  #unscheduled: string | undefined
  port = 0
  log = Buffer.alloc(0)
  previousLog: Buffer | undefined
  isGone = false

  constructor(options: {
    namespace: string
    template: AnyObject
    root: string
    volume: string
    secret: AnyObject | undefined
    images: ReadonlySet<string>
    noRoom: string | undefined
    changed: () => void
  }) {
    const { template, root, volume, secret, images, noRoom, changed } = options
    const name = `site-${randomBytes(5).toString('hex')}`
    const { labels, annotations } = template.metadata
    this.metadata = { name, namespace: options.namespace, uid: crypto.randomUUID(), labels, annotations }
    this.spec = template.spec
    this.template = JSON.stringify(template)
    this.#root = mkdtempSync(join(root, 'pod-'))
    this.#volume = volume
    this.#secret = secret
    this.#changed = changed
    const { image } = this.#manifest
    if (noRoom !== undefined) this.#unscheduled = noRoom
    else if (!images.has(image)) this.#wait('ImagePullBackOff', `Back-off pulling image "${image}"`)
    else if (!secret) this.#wait('CreateContainerConfigError', 'secret "site-config" not found')
    else void this.#run()
  }

  get isReady(): boolean {
    return this.#isReady && this.metadata.deletionTimestamp === undefined
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  toObject(): AnyObject {
    const is = (value: boolean) => (value ? 'True' : 'False')
    const scheduled = { type: 'PodScheduled', status: is(this.#unscheduled === undefined), message: this.#unscheduled }
    const { name, image } = this.#manifest
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: this.metadata,
      spec: this.spec,
      status: {
        phase: this.#child ? 'Running' : 'Pending',
        conditions: [scheduled, { type: 'Ready', status: is(this.isReady) }],
        ...(this.#unscheduled === undefined ? { containerStatuses: [{ name, image, ...this.#container }] } : {}),
      },
    }
  }

  /** Asks the process to end, and kills it after its grace period of `grace` seconds. */
  terminate(grace: number): void {
    this.metadata.deletionTimestamp ??= new Date().toISOString()
    clearTimeout(this.#timer)
    if (!this.#child) this.#forget()
    this.#child?.kill('SIGTERM')
    setTimeout(() => this.#child?.kill('SIGKILL'), grace * 1000).unref()
  }

  get #manifest(): AnyObject {
    return this.spec.containers[0]
  }

  #wait(reason: string, message: string): void {
    this.#container = { ...this.#container, state: { waiting: { reason, message } } }
  }

  async #run(): Promise<void> {
    const config = join(this.#root, 'config')
    mkdirSync(config, { recursive: true })
    for (const [name, data] of Object.entries(this.#secret?.data ?? {})) {
      writeFileSync(join(config, name), Buffer.from(String(data), 'base64'))
    }
    const mounts: AnyObject[] = this.#manifest.volumeMounts
    const whereOf = (claim: string) => (claim === 'data' ? this.#volume : claim === 'config' ? config : this.#root)
    const here = (arg: string) => {
      const mount = mounts.find(({ mountPath }) => arg === mountPath || arg.startsWith(`${mountPath}/`))
      return mount ? whereOf(mount.name) + arg.slice(mount.mountPath.length) : arg
    }
    this.port = await freePort()
    if (this.metadata.deletionTimestamp !== undefined) return this.#forget()
    const args = [tavla, ...this.#manifest.args.map(here), '--host', '127.0.0.1', '--port', String(this.port)]
    const child = spawn(process.execPath, args, {
      cwd: this.#root,
      env: bareEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.log = Buffer.alloc(0)
    const write = (part: Buffer) => (this.log = Buffer.concat([this.log, part]))
    child.stdout.on('data', write)
    child.stderr.on('data', write)
    // Without the fraction of a second, as a cluster writes it.
    const startedAt = new Date().toISOString().replace(/\.\d+/, '')
    this.#container = { ...this.#container, state: { running: { startedAt } } }
    this.#probeLater(child)
    child.on('close', (code) => this.#ended(code ?? 137))
  }

  #probeLater(child: ChildProcess): void {
    const pause = this.#isReady ? pollIntervals.ready : pollIntervals.starting
    this.#timer = setTimeout(() => void this.#probe(child), pause)
  }

  async #probe(child: ChildProcess): Promise<void> {
    const { path } = this.#manifest.readinessProbe.httpGet
    const isReady = await answers(this.port, path)
    if (this.#child !== child || this.metadata.deletionTimestamp !== undefined) return
    const isChanged = isReady !== this.#isReady
    this.#isReady = isReady
    this.#probeLater(child)
    if (isChanged) this.#changed()
  }

  #ended(exitCode: number): void {
    clearTimeout(this.#timer)
    this.#child = undefined
    this.#isReady = false
    if (this.metadata.deletionTimestamp !== undefined) this.#forget()
    else this.#tryAgain(exitCode)
  }

  #tryAgain(exitCode: number): void {
    const message = exitCode === 0 ? undefined : this.log.toString('utf8').slice(-2048)
    const terminated = { exitCode, message, finishedAt: new Date().toISOString() }
    const { restartCount } = this.#container
    this.previousLog = this.log
    this.log = Buffer.alloc(0)
    this.#container = { restartCount: restartCount + 1, lastState: { terminated }, state: {} }
    // Restart at once the first time, then after a pause that no test waits for.
    if (restartCount === 0) void this.#run()
    else this.#wait('CrashLoopBackOff', 'back-off 20s restarting failed container')
    this.#changed()
  }

  #forget(): void {
    this.isGone = true
    rmSync(this.#root, { recursive: true, force: true })
    this.#changed()
  }
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = get({ host: '127.0.0.1', port, path, agent: false, timeout: 3000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(false))
  })
}
