import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BackupKey } from '../../apps/server/src/backup/backup-key.ts'
import { listManifests, type Manifest, readManifest } from '../../apps/server/src/backup/manifest.ts'
import { openStore } from '../../apps/server/src/backup/store-place.ts'
import { sumPostgresTables } from '../../apps/server/src/store/postgres-dump.ts'
import { sumSqliteTables } from '../../apps/server/src/store/sqlite-table-sums.ts'
import type { S3StandIn } from '../../apps/server/src/testing/s3-stand-in.ts'
import { EveningFleet } from './evening-fleet.ts'
import { expectThat } from './fault.ts'
import { tavla } from './site-process.ts'

/** The bucket and the key of the recovery sheet. */
export interface Sheet {
  bucket: S3StandIn
  key: string
}

/** Reads a manifest with nothing but the sheet. */
export async function manifestOf({ bucket, key }: Sheet, backup: string): Promise<Manifest> {
  const store = openStore({ type: 'S3', ...bucket.place })
  for await (const { path: name, id } of listManifests(store)) {
    const manifest = id === backup && (await readManifest(store, new BackupKey(Buffer.from(key, 'hex')), name))
    if (manifest) return manifest
  }
  throw new Error(`The bucket has no backup ${backup}.`)
}

/** Brings HQ and its projects to an empty folder by the command, and compares every table with what was stored. */
export async function recoverAll(
  sheet: Sheet,
  { dir, nodeArgs, expected }: { dir: string; nodeArgs: readonly string[]; expected: ReadonlyMap<string, string> },
): Promise<{ tables: number; rows: number }> {
  expectThat(!existsSync(dir), 'The machine is not empty.')
  const { endpoint, bucket, prefix, accessKeyId, secretAccessKey } = sheet.bucket.place
  const keyFile = `${dir}.key`
  writeFileSync(keyFile, sheet.key)
  const order = ['--store', `s3://${bucket}/${prefix}`, '--endpoint', endpoint, '--backup-key', keyFile, '--data', dir]
  const { code, out } = await run([...nodeArgs, tavla, 'recover', ...order], {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  })
  const lost = out.split('\n').filter((line) => / {2}/.test(line) && !/ {2}Brought back as of [^.]*\.$/.test(line))
  expectThat(code === 0 && lost.length === 0, `The recovery ended with ${code}: ${lost.join('\n') || out}`)
  const found = readdirSync(path.join(dir, 'projects')).filter((name) => !name.startsWith('.'))
  expectThat(found.toSorted().join() === [...expected.keys()].toSorted().join(), `It brought back ${found.join()}.`)
  const fleet = new EveningFleet(dir)
  let [tables, rows] = [0, 0]
  for (const [project, backup] of expected) {
    const manifest = await manifestOf(sheet, backup)
    const database = fleet.databaseOf(project)
    const file = path.join(dir, 'projects', project, 'store', 'data.sqlite')
    const sums = database === undefined ? sumSqliteTables(file) : await sumPostgresTables(database)
    // The program notes in `site` that it has opened the records.
    const [is, was] = [sums, manifest.tables].map((all) => all.filter(({ table }) => table !== 'site'))
    expectThat(JSON.stringify(is) === JSON.stringify(was), `The tables of ${project} are not those that were stored.`)
    tables += was?.length ?? 0
    rows += was?.reduce((total, one) => total + one.rows, 0) ?? 0
  }
  return { tables, rows }
}

async function run(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (out += text))
  const [code] = await once(child, 'close')
  return { code, out }
}
