import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite, type RunningSite } from '../apps/server/src/app.ts'
import { readSiteConfig } from '../apps/server/src/config.ts'
import { type Engine, newRowId } from '../apps/server/src/entity/index.ts'
import { dealDefinition, makeDeal } from './deal.ts'
import { randomFrom } from './random.ts'

export const password = 'bench-Password-1'

const root = path.resolve(import.meta.dirname, '..')
const batch = 5_000

/** A folder of its own under the system's temporary folder. */
export const temporaryFolder = () => mkdtempSync(path.join(tmpdir(), 'tavla-bench-'))

/** Copies a site that holds this many deals to `dir`. It is made once and kept in the system's temporary folder. */
export async function prepareSite(records: number, dir: string): Promise<void> {
  const kept = path.join(tmpdir(), `tavla-bench-data-${fingerprint()}-${records}`)
  if (!existsSync(kept)) {
    const unfinished = `${kept}.${process.pid}`
    try {
      await makeSite(records, unfinished)
      renameSync(unfinished, kept)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  cpSync(kept, dir, { recursive: true })
}

async function makeSite(records: number, dir: string): Promise<void> {
  const running = await createSite(readSiteConfig(dir, { port: 0, rateLimit: 0, adminPassword: password }))
  try {
    await createEntity(running)
    await fill(running.site.engine, records)
  } finally {
    await running.close()
  }
}

async function createEntity({ inject }: RunningSite): Promise<void> {
  const login = await inject({ method: 'POST', url: '/api/auth/login', payload: { user: 'Administrator', password } })
  const cookie = String(login.headers['set-cookie']).split(';', 1)[0] as string
  const made = await inject({ method: 'POST', url: '/api/entity/Entity', headers: { cookie }, payload: dealDefinition })
  if (made.statusCode !== 200) throw new Error(`The entity was refused: ${made.body}`)
}

/** The engine's own row writer, without history and events: a million calls would take a quarter of an hour. */
async function fill(engine: Engine, records: number): Promise<void> {
  const rows = engine.rows(engine.models.require(dealDefinition.id))
  const random = randomFrom(7)
  const start = Date.UTC(2024, 0, 1)
  const step = (2 * 365 * 86_400_000) / records
  for (let first = 0; first < records; first += batch) {
    await engine.store.writeAlone(async (tx) => {
      for (let number = first; number < Math.min(records, first + batch); number++) {
        const creation = start + number * step
        // Part of them was worked on later, so that the order of the list is not that of the table.
        const modified = random() < 0.4 ? creation + random() * 60 * 86_400_000 : creation
        const system = { id: newRowId(), owner: 'Administrator', modified_by: 'Administrator' }
        await rows.insert(tx, {
          ...system,
          creation: moment(creation, number),
          modified: moment(modified, number),
          ...makeDeal(number),
        })
      }
    })
    process.stderr.write(
      `\rfilling ${records.toLocaleString('en')} records: ${Math.floor((first / records) * 100)} %  `,
    )
  }
  process.stderr.write(`${'\r'.padEnd(60)}\r`)
}

const moment = (millis: number, number: number) =>
  `${new Date(millis).toISOString().slice(0, 23).replace('T', ' ')}${String(number % 1000).padStart(3, '0')}`

/** Of everything that decides what is in the files. */
function fingerprint(): string {
  const server = 'apps/server/src'
  const files = globSync(
    [
      'bench/{data,deal,random,words}.ts',
      `${server}/store/{migrations,sqlite-search,sqlite-dialect,table-sync}.ts`,
      `${server}/entity/{model,rows}.ts`,
      'packages/fields/src/fold.ts',
    ],
    { cwd: root },
  )
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(readFileSync(path.join(root, file)))
  return hash.digest('hex').slice(0, 10)
}
