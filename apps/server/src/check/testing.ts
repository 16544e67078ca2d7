import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { definitionsOf } from '../app/modules.ts'
import { createSite, type RunningSite } from '../app.ts'
import { readExistingConfig, readSiteConfig, type SiteOptions } from '../config/site-config.ts'
import { type Engine, systemContext } from '../entity/index.ts'
import type { SqlValue } from '../store/store.ts'
import { type NewTestDatabase, onPostgres, textStatement } from '../store/testing.ts'
import { copySiteTemplate } from '../testing/site-template.ts'
import { type CheckLine, checkSite } from './site-check.ts'

/** A site with sample records in a folder of its own, to be checked. */
export interface SiteToCheck {
  readonly dir: string
  readonly databaseUrl: string | undefined
  readonly engine: Engine
  readonly isSqlite: boolean
  start(): Promise<Engine>
  /** Stores a private file at a record; resolves to the path of its bytes. */
  attach(entity: string, id: string, content?: string): Promise<string>
  stop(): Promise<void>
  /** Waits for the site's work in the background. */
  settled(): Promise<void>
  /** Runs SQL of the test's own on the site's database. */
  sql<T>(text: string, values?: readonly SqlValue[]): Promise<T[]>
  check(isDeep?: boolean): Promise<CheckLine[]>
  /** The lines that are not `ok`, as text. */
  faults(isDeep?: boolean): Promise<string[]>
}

/** Runs the block with a site on SQLite and with one on PostgreSQL. */
export function eachSite(block: (site: SiteToCheck) => void): void {
  describe('on SQLite', () => block(siteToCheck()))
  onPostgres((_, database) => block(siteToCheck(database)))
}

function siteToCheck(database?: NewTestDatabase): SiteToCheck {
  let dir: string
  let options: SiteOptions
  let running: RunningSite | undefined
  const stop = async () => {
    await running?.close()
    running = undefined
  }
  const start = async () => {
    running = await createSite(readSiteConfig(dir, options))
    await running.settled()
    return running.site.engine
  }
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tavla-check-'))
    options = await copySiteTemplate(dir, database)
    await start()
  })
  afterAll(async () => {
    await stop()
    await rm(dir, { recursive: true, force: true })
  })
  const check = (isDeep = false) => {
    const config = readExistingConfig(dir, options)
    return checkSite({ config, modules: definitionsOf(config.apps), isDeep })
  }
  const engineNow = () => {
    if (!running) throw new Error('The site does not run')
    return running.site.engine
  }
  return {
    get dir() {
      return dir
    },
    get databaseUrl() {
      return options.databaseUrl
    },
    get engine() {
      return engineNow()
    },
    get isSqlite() {
      return database === undefined
    },
    start,
    async attach(entity, id, content = id) {
      if (!running) throw new Error('The site does not run')
      const { files, engine } = running.site
      const ctx = systemContext(engine)
      const { id: file } = await files.save(ctx, { fileName: 'kept.txt', content: Buffer.from(content), entity, id })
      return (await files.find(ctx, file)).path
    },
    stop,
    settled: async () => running?.settled(),
    async sql<T>(text: string, values: readonly SqlValue[] = []) {
      const statement = textStatement<T>(text, values)
      const { store } = engineNow()
      if (/^\s*select/i.test(text)) return store.all(statement)
      await store.writeAlone((tx) => tx.run(statement))
      return []
    },
    check,
    async faults(isDeep) {
      const lines = await check(isDeep)
      return lines
        .filter(({ state }) => state !== 'ok')
        .map((line) => `${line.state} ${line.check}: ${line.ids.join(', ')}`)
    },
  }
}
