import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { openStore } from '../../store/open-store.ts'
import { sql } from '../../store/sql.ts'
import { type NewTestDatabase, onPostgres } from '../../store/testing.ts'
import { copySiteTemplate } from '../../testing/site-template.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

const folders: string[] = []
afterAll(async () => {
  for (const dir of folders) await rm(dir, { recursive: true, force: true })
})

/** A folder that goes with the tests of its file. */
export async function newFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'tavla-clone-'))
  folders.push(dir)
  return dir
}

/** A running site in a folder of a copy, as HQ makes one. */
export async function startCopy(database: NewTestDatabase | undefined) {
  const dir = await newFolder()
  const { databaseUrl } = await copySiteTemplate(dir, database)
  const site = await makeTestSite({ dir, databaseUrl, port: 0, rateLimit: 0 })
  // As HQ writes it, since a clone is settled by its configuration alone.
  await configure(dir, { environment: 'Staging', ...(databaseUrl && { database: databaseUrl }) })
  return { dir, databaseUrl, site }
}

/** Calls the site with a cookie. The call throws what it is refused with. */
export const callerOf = (site: TestSite, as: string) => async (method: string, path: string, body?: object) => {
  const { status, json, text } = await site.call(method, path, { ...(body && { body }), as })
  if (status >= 300) throw new Error(`${path}: ${text}`)
  return json
}

/** Adds keys to the configuration of a site, as HQ writes it. */
export async function configure(dir: string, keys: object): Promise<void> {
  const file = join(dir, 'config.json')
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...keys }))
}

/**
 * Each unique value, and whether some file of the folder or some row of the database holds its bytes, or is named by it,
 * whatever the case of its letters: indexes hold small ones.
 */
export async function placesOf(
  unique: Readonly<Record<string, string>>,
  dir: string,
  databaseUrl: string | undefined,
): Promise<{ kind: string; found: boolean }[]> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(files.map(async (file) => small(await readFile(file))))
  const rows = databaseUrl === undefined ? '' : await allRows(databaseUrl)
  const places = [...contents, small(Buffer.from(files.join('\n'))), small(Buffer.from(rows))]
  return Object.entries(unique).map(([kind, value]) => {
    const wanted = small(Buffer.from(value))
    const found = places.some((place) => place.includes(wanted))
    return { kind, found }
  })
}

/** The bytes as text, with small letters. */
const small = (bytes: Buffer) => bytes.toString('latin1').toLowerCase()

/** Lets the planner of the database note what its columns hold, as it does by itself after a while. */
export async function noteValues(url: string): Promise<void> {
  const store = await openStore({ url })
  try {
    await store.write((tx) => tx.run(sql`analyze`))
  } finally {
    await store.close()
  }
}

/** The rows of every table of the database, and what its planner noted of them, as text. */
async function allRows(url: string): Promise<string> {
  const store = await openStore({ url })
  try {
    const tables = [...(await store.dialect.tablesAsTheyAre(store)).keys()]
    const texts = await Promise.all(
      tables.map((table) => store.all(sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`)),
    )
    const noted = await store.all(
      sql<{ row: string }>`select s::text as row from pg_stats s where schemaname = current_schema()`,
    )
    return [...texts.flat(), ...noted].map(({ row }) => row).join('\n')
  } finally {
    await store.close()
  }
}

/** Runs the block with the way to create a database, or none for a file in the folder. */
export function eachDatabase(block: (database?: NewTestDatabase) => void): void {
  describe('a clone on SQLite', () => block())
  onPostgres((_, database) => block(database))
}
