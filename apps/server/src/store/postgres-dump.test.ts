import pg from 'pg'
import { expect, test } from 'vitest'
import {
  addressBeside,
  createDatabaseBeside,
  dropDatabase,
  dropDatabaseBeside,
  freeAddressBeside,
  requireNewDatabases,
  sumPostgresTables,
} from './postgres-dump.ts'
import { onPostgres } from './testing.ts'

onPostgres((_open, newDatabase) => {
  const names = ['gone', 'beside'].map((name) => `tavla_${name}_${process.pid}`) as [string, string]

  test('a database is made beside one that is gone, under a name that is free', async () => {
    const gone = addressBeside(await newDatabase(), names[0])
    await requireNewDatabases(gone)
    expect(await freeAddressBeside(gone, names[1])).toBe(addressBeside(gone, names[1]))
    const made = await createDatabaseBeside(gone, names[1])
    expect(await sumPostgresTables(made)).toEqual([])
    expect(new URL(await freeAddressBeside(gone, names[1])).pathname).toMatch(new RegExp(`^/${names[1]}_[0-9a-f]{8}$`))
    await dropDatabaseBeside(gone, names[1])
    await expect(sumPostgresTables(made)).rejects.toThrow('The database cannot be reached.')
  })

  test('a database that somebody is connected to is dropped by force alone', async () => {
    const made = await createDatabaseBeside(await newDatabase(), names[1])
    const client = new pg.Client({ connectionString: made })
    client.on('error', () => undefined)
    await client.connect()
    await dropDatabase(made, { force: false })
    expect(await sumPostgresTables(made)).toEqual([])
    await dropDatabase(made, { force: true })
    await expect(sumPostgresTables(made)).rejects.toThrow('The database cannot be reached.')
    await client.end().catch(() => undefined)
    await dropDatabase(made, { force: false })
  })
})
