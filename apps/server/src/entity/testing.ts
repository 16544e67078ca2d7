import { randomBytes } from 'node:crypto'
import { Problem } from '@tavla/contract'
import { loadFieldTypes } from '@tavla/fields/server'
import { expect } from 'vitest'
import { OpenCommunicationCounts } from '../modules/email/open-communications.ts'
import { migrate } from '../store/migrations.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import type { OpenTestStore } from '../store/testing.ts'
import { createBefore } from '../testing/before.ts'
import { actorOf, type Context, contextOf, createRecord, type Engine, openEngine, systemContext } from './index.ts'
import type { EngineModule } from './types.ts'

const modules = ['core', 'lists', 'translation', 'email', 'google', 'whatsapp', 'sample'].map(
  (name): EngineModule => ({
    app: name === 'sample' ? 'sample' : 'platform',
    entities: new URL(`../modules/${name}/entities/`, import.meta.url),
    ...(name === 'core' && {
      closedTitles: ['User', 'Session'],
      fieldNameLists: [{ entity: 'File', owner: 'attached_to_entity', list: 'attached_to_field' }],
    }),
    ...(name === 'google' && { closedTitles: ['Token Cache'] }),
    ...(name === 'whatsapp' && {
      alwaysListed: ['whatsapp_contact_id'],
      fieldNameLists: [{ entity: 'Whatsapp Template', owner: 'for_entity', list: 'field_names' }],
    }),
    ...(name === 'email' && { counted: new OpenCommunicationCounts() }),
  }),
)

/** Administrator's id is not an email; this behaviour lets users of these tests keep the ids that they are given. */
const people: EngineModule = {
  app: 'platform',
  behaviours: [{ entity: 'User', reservedIds: ['profiles'], newId: ({ id }) => String(id) }],
}

/** The site key of all test engines of a process. */
export const testKey = randomBytes(32)

export interface TestEngine {
  engine: Engine
  admin: Context
  /** Signed-in users: one with Staff, one with System Manager, one without any role. */
  staff: Context
  manager: Context
  nobody: Context
}

/** The engine for the tests of a block, on a store of its own. */
export const engineForTests = (open: OpenTestStore): TestEngine =>
  createBefore(async () => openTestEngine(await open(fillTestStore)))

/** The engine with the roles and three users; behaviours of modules are left out. */
async function openTestEngine(store: Store): Promise<TestEngine> {
  const engine = await reopenEngine(store)
  return {
    engine,
    admin: await personContext(engine, 'Administrator'),
    staff: await personContext(engine, 'dana@example.com'),
    manager: await personContext(engine, 'noa@example.com'),
    nobody: await personContext(engine, 'gil@example.com'),
  }
}

async function fillTestStore(store: Store): Promise<void> {
  await migrate(store)
  const engine = await reopenEngine(store)
  const system = systemContext(engine)
  for (const role_name of ['System Manager', 'Staff', 'All', 'Guest', 'Administrator', 'Operator']) {
    await createRecord(engine, system, 'Role', { role_name })
  }
  await addUser(engine, 'Administrator', [])
  await addUser(engine, 'dana@example.com', ['Staff'])
  await addUser(engine, 'noa@example.com', ['System Manager'])
  await addUser(engine, 'gil@example.com', [])
}

/** The engine as a restart would open it on a store with data. */
export async function reopenEngine(store: Store, extra: readonly EngineModule[] = []): Promise<Engine> {
  const fieldTypes = await loadFieldTypes()
  return openEngine({ store, fieldTypes, modules: [...modules, people, ...extra], keys: { current: testKey } })
}

export async function addUser(engine: Engine, id: string, roles: readonly string[]): Promise<void> {
  const email = id.includes('@') ? id : `${id.toLowerCase()}@example.com`
  const body = { id, email, full_name: id, owner: id, roles: roles.map((role) => ({ role })) }
  await createRecord(engine, systemContext(engine), 'User', body)
}

export async function personContext(engine: Engine, id: string): Promise<Context> {
  const actor = await actorOf(engine, id)
  if (!actor) throw new Error(`no user ${id}`)
  return contextOf(actor, randomBytes(8).toString('hex'))
}

/** The Problem with which a call is refused; fails when the call is not refused. */
export async function refusal(call: Promise<unknown>): Promise<Problem> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(Problem)
  return outcome as Problem
}

/** The whole content of the database as text, to check that a refused call changed nothing. */
export async function dumpOf(store: Store): Promise<string> {
  const tables =
    store.dialect.name === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like '%$%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  const names = (await store.all(tables)).map(({ name }) => name).sort()
  const contents = await Promise.all(names.map((name) => store.all(sql`select * from ${sql.id(name)}`)))
  const texts = contents.map((rows) => rows.map((row) => JSON.stringify(row)).sort())
  return names.map((name, index) => [name, ...(texts[index] ?? [])].join('\n')).join('\n\n')
}
