import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropDatabaseBeside } from '../../../store/postgres-dump.ts'
import { onPostgres } from '../../../store/testing.ts'
import { startHq } from '../../../testing/test-hq.ts'

onPostgres((_, database) => {
  test('a clone of a project on PostgreSQL has a database of its own', async () => {
    await using ending = new AsyncDisposableStack()
    const hq = await startHq()
    ending.defer(() => hq.remove())
    await hq.create('acme', { auto_provision: 0, start_with: 'Sample' })
    mkdirSync(hq.folder('acme'), { recursive: true, mode: 0o700 })
    const configOf = (id: string) => JSON.parse(readFileSync(join(hq.folder(id), 'config.json'), 'utf8'))
    const address = await database()
    writeFileSync(join(hq.folder('acme'), 'config.json'), JSON.stringify({ database: address }))
    await hq.act('acme', 'provision_project')
    await hq.until('acme', 'Running')
    const wish = { id: 'acme-try', project_name: 'Acme try' }
    expect((await hq.act('acme', 'clone_project', wish)).message).toBe('')
    await hq.until('acme-try', 'Running')
    expect(new URL(configOf('acme-try').database).pathname).toBe('/tavla_acme-try')
    expect(configOf('acme').database).toBe(address)
    const { json } = await hq.act('acme-try', 'load_project_data')
    expect(json.data.counts.records).toBeGreaterThan(100)
    const first = configOf('acme-try').database
    expect((await hq.act('acme-try', 'refresh_clone', { keep_definitions: 1 })).message).toBe('')
    await hq.until('acme-try', 'Running')
    const second = configOf('acme-try').database
    expect(second).not.toBe(first)
    expect((await hq.act('acme-try', 'load_project_data')).json.data.counts.records).toBeGreaterThan(100)
    expect((await hq.act('acme-try', 'stop_project')).status).toBe(200)
    for (const made of [first, second]) await dropDatabaseBeside(address, new URL(made).pathname.slice(1))
  })
})
