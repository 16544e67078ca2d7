import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createSite, type RunningSite } from '../apps/server/src/app.ts'
import { readSiteConfig } from '../apps/server/src/config/site-config.ts'
import { type Engine, newRowId } from '../apps/server/src/entity/index.ts'
import { sql } from '../apps/server/src/store/sql.ts'
import { dealDefinition, makeDeal } from './deal.ts'
import { randomFrom } from './random.ts'

export const password = 'bench-Password-1'

const batch = 5_000

/** Makes a folder in the system's temporary folder. */
export const temporaryFolder = () => mkdtempSync(path.join(tmpdir(), 'tavla-bench-'))

/** Makes a site with this many deals in `dir`. The system's temporary folder caches the filled data for the next run. */
export async function prepareSite(records: number, dir: string): Promise<void> {
  const running = await createSite(readSiteConfig(dir, { port: 0, rateLimit: 0, adminPassword: password }))
  let kept: string
  try {
    await createEntity(running)
    kept = path.join(tmpdir(), `tavla-bench-data-${await fingerprint(running)}-${records}`)
    if (!existsSync(kept)) await fill(running.site.engine, records)
  } finally {
    await running.close()
  }
  if (existsSync(kept)) {
    rmSync(dir, { recursive: true })
    cpSync(kept, dir, { recursive: true })
  } else {
    const unfinished = `${kept}.${process.pid}`
    cpSync(dir, unfinished, { recursive: true })
    renameSync(unfinished, kept)
  }
}

async function createEntity({ inject }: RunningSite): Promise<void> {
  const login = await inject({ method: 'POST', url: '/api/auth/login', payload: { user: 'Administrator', password } })
  const cookie = String(login.headers['set-cookie']).split(';', 1)[0] as string
  const made = await inject({ method: 'POST', url: '/api/entity/Entity', headers: { cookie }, payload: dealDefinition })
  if (made.statusCode !== 200) throw new Error(`The entity was refused: ${made.body}`)
}

/**
 * A hash of everything that determines the filled data: all tables with their indexes, and the code that
 * makes the rows.
 */
async function fingerprint({ site }: RunningSite): Promise<string> {
  const schema = await site.store.all(sql`select sql from sqlite_master order by name`)
  const hash = createHash('sha256').update(JSON.stringify(schema))
  for (const file of ['data.ts', 'deal.ts', 'random.ts', 'words.ts', '../packages/fields/src/fold.ts']) {
    hash.update(readFileSync(path.join(import.meta.dirname, file)))
  }
  return hash.digest('hex').slice(0, 10)
}

/** Uses the engine's own row writer, without history and events: a million calls would take a quarter of an hour. */
async function fill(engine: Engine, records: number): Promise<void> {
  const model = engine.models.require(dealDefinition.id)
  const rows = engine.rows(model)
  const random = randomFrom(7)
  const start = Date.UTC(2024, 0, 1)
  const step = (2 * 365 * 86_400_000) / records
  for (let first = 0; first < records; first += batch) {
    process.stderr.write(
      `\rfilling ${records.toLocaleString('en')} records: ${Math.floor((first / records) * 100)} %  `,
    )
    await engine.store.writeAlone(async (tx) => {
      for (let number = first; number < Math.min(records, first + batch); number++) {
        const creation = start + number * step
        // Some of them were modified later, so that the order of the list differs from that of the table.
        const modified = random() < 0.4 ? creation + random() * 60 * 86_400_000 : creation
        await rows.insert(tx, {
          id: newRowId(),
          owner: 'Administrator',
          creation: moment(creation, number),
          modified: moment(modified, number),
          modified_by: 'Administrator',
          ...makeDeal(number),
        })
      }
    })
  }
  // A background task adds the rows to the search index some time after they were written.
  const waiting = sql`select 1 as found from ${sql.id(`${model.table.name}$backlog`)} limit 1`
  while (await engine.store.get(waiting)) await setTimeout(100)
  process.stderr.write(`${'\r'.padEnd(60)}\r`)
}

const moment = (millis: number, number: number) =>
  `${new Date(millis).toISOString().slice(0, 23).replace('T', ' ')}${String(number % 1000).padStart(3, '0')}`
