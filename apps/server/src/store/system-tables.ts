import type { Dialect } from './dialect.ts'
import { sql } from './sql.ts'
import type { Tx } from './store.ts'

/**
 * Creates the tables of data that is not an entity: no screen, list or permission reaches it. Times are UTC text of the
 * engine's clock.
 */
export async function createSystemTables(tx: Tx, dialect: Dialect): Promise<void> {
  const text = dialect.columnType('text')
  const integer = dialect.columnType('integer')
  const key = `${text} not null primary key`
  const create = (table: string, columns: readonly string[]) =>
    tx.run(sql`create table ${sql.raw(table)} (${sql.raw(columns.join(', '))})`)

  await create('credential', [`"user" ${key}`, `hash ${text}`, `changed ${text}`])
  await create('session_secret', [`session ${key}`, `hash ${text} not null unique`])
  await create('reset_key', [`hash ${key}`, `"user" ${text}`, `expires ${text}`, `kind ${text}`])
  await tx.run(sql`create index reset_key_user on reset_key ("user")`)

  const outboxTexts = [
    'kind',
    'ref',
    'lane',
    'lease_owner',
    'lease_until',
    'next_attempt',
    'last_error',
    'state',
    'created',
  ]
  await create('outbox', [
    `rid ${dialect.ridType}`,
    ...outboxTexts.map((name) => `${name} ${text}`),
    `attempts ${integer} not null default 0`,
    `repeats ${integer} not null default 0`,
  ])
  await tx.run(sql`create index outbox_due on outbox (state, next_attempt)`)
  await tx.run(sql`create index outbox_ref on outbox (ref)`)

  // Webhook bodies that were received and acknowledged, until they are processed.
  const inboxTexts = ['kind', 'ref', 'body', 'due', 'created']
  await create('inbox', [
    `rid ${dialect.ridType}`,
    ...inboxTexts.map((name) => `${name} ${text}`),
    `attempts ${integer} not null default 0`,
  ])
  await tx.run(sql`create index inbox_due on inbox (due, rid)`)

  const flowTexts = ['app', 'token_user', 'started_by', 'redirect_uri', 'success_uri', 'verifier', 'expires']
  await create('oauth_flow', [`hash ${key}`, ...flowTexts.map((name) => `${name} ${text}`)])

  await create('definition', [`entity ${key}`, `hash ${text}`, `json ${text}`])
  await create('entity_table', [`entity ${key}`, `table_name ${text} not null unique`])
  await create(
    'retired_column',
    ['table_name', 'column_name', 'fieldname', 'retired_at'].map((name) => `${name} ${text}`),
  )
  await create('series', [`name ${key}`, `last ${integer} not null`])
  await create('site', [`key ${key}`, `value ${text}`])
  await create('transfer', [
    `id ${key}`,
    `"user" ${text}`,
    `name ${text}`,
    `length ${integer}`,
    `received ${integer}`,
    `meta ${text}`,
    `updated ${text}`,
  ])
}

/**
 * Adds which person of HQ began a session and when their token was created; on HQ also which projects have yet to be
 * told that it ended.
 */
export async function addHqEndings(tx: Tx, dialect: Dialect): Promise<void> {
  const text = dialect.columnType('text')
  await tx.run(sql`alter table session_secret add column hq_user ${sql.raw(text)}`)
  await tx.run(sql`alter table session_secret add column hq_minted ${sql.raw(dialect.columnType('integer'))}`)
  const columns = [`project ${text} not null`, `"user" ${text} not null`, `before_utc ${text} not null`]
  await tx.run(sql`create table hq_ending (${sql.raw(columns.join(', '))}, primary key (project, "user"))`)
}

/**
 * Adds the addresses to which the writers of received mails want their answers, for mails that name another address
 * than their own.
 */
export async function addReplyTo(tx: Tx, dialect: Dialect): Promise<void> {
  const text = dialect.columnType('text')
  await tx.run(
    sql`create table reply_to (communication ${sql.raw(text)} not null primary key, addresses ${sql.raw(text)} not null)`,
  )
}

/**
 * Adds to the note of a field's former name how the field went on: renamed, removed or with another type; and where
 * its values are kept meanwhile.
 */
export async function addFieldNotes(tx: Tx, dialect: Dialect): Promise<void> {
  const text = sql.raw(dialect.columnType('text'))
  const added = ['reason', 'renamed_to', 'field', 'retired_by', 'operation_id', 'row_table', 'row_field']
  for (const name of added) await tx.run(sql`alter table retired_column add column ${sql.id(name)} ${text}`)
}

/**
 * Adds the content of the trash: rows of entities as text, the values by which rows in the trash are found, and their
 * sealed secrets.
 */
export async function addTrash(tx: Tx, dialect: Dialect): Promise<void> {
  const text = dialect.columnType('text')
  const needed = `${text} not null`
  const content = [
    `rid ${dialect.ridType}`,
    `item ${needed}`,
    `kind ${needed}`,
    `table_name ${needed}`,
    `data ${needed}`,
  ]
  await tx.run(sql`create table trash_content (${sql.raw(content.join(', '))})`)
  await tx.run(sql`create index trash_content_item on trash_content (item)`)
  const keys = ['item', 'table_name', 'record', 'field', 'value'].map((name) => `${name} ${needed}`)
  await tx.run(sql`create table trash_key (${sql.raw(keys.join(', '))})`)
  await tx.run(sql`create index trash_key_value on trash_key (value)`)
  await tx.run(sql`create index trash_key_item on trash_key (item, record)`)
  const secret = [`id ${needed} primary key`, `item ${needed}`, `value ${needed}`]
  await tx.run(sql`create table trash_secret (${sql.raw(secret.join(', '))})`)
  await tx.run(sql`create index trash_secret_item on trash_secret (item)`)
}

/** Adds to the note of a removed field when it came back: what happened under its name meanwhile is not its own. */
export async function addFieldReturns(tx: Tx, dialect: Dialect): Promise<void> {
  await tx.run(sql`alter table retired_column add column returned_at ${sql.raw(dialect.columnType('text'))}`)
}

/**
 * Drops the times and the person of Version and Operation Log that repeat other columns of the same row. An entity of
 * the site's own called Operation Log, which the start has yet to rename, keeps its columns.
 */
export async function dropRepeats(tx: Tx, dialect: Dialect): Promise<void> {
  const logs = await tx.all<{ entity: string; table: string }>(
    sql`select entity, table_name as "table" from entity_table where entity in ('Version', 'Operation Log')`,
  )
  if (logs.length === 0) return
  const tables = await dialect.tablesAsTheyAre(tx)
  for (const { entity, table } of logs) {
    const columns = tables.get(table)?.columns
    if (entity !== 'Version' && !columns?.has('call_hash')) continue
    for (const name of ['creation', 'modified', 'modified_by']) {
      if (columns?.has(name)) await dialect.dropColumn(tx, table, name)
    }
  }
}

/** Adds what the program needs of jobs that have not ended: their work, and where it stands. */
export async function addJobTasks(tx: Tx, dialect: Dialect): Promise<void> {
  const text = dialect.columnType('text')
  const needed = `${text} not null`
  const columns = [
    `job ${needed} primary key`,
    ...['work', 'door', 'language'].map((name) => `${name} ${needed}`),
    `runs ${dialect.columnType('integer')} not null`,
    `input ${needed}`,
    `state ${text}`,
  ]
  await tx.run(sql`create table job_task (${sql.raw(columns.join(', '))})`)
}

/** Adds imports with their lines, and the columns that people chose for files with certain heads. */
export async function addImports(tx: Tx, dialect: Dialect): Promise<void> {
  const text = dialect.columnType('text')
  const needed = `${text} not null`
  const number = `${dialect.columnType('integer')} not null`
  const plan = [`id ${needed} primary key`, `"user" ${needed}`, `job ${needed}`, `commit_job ${text}`]
  await tx.run(sql`create table import_plan (${sql.raw([...plan, `data ${needed}`, `created ${needed}`].join(', '))})`)
  await tx.run(sql`create index import_plan_user on import_plan ("user")`)
  await tx.run(sql`create index import_plan_job on import_plan (job)`)
  await tx.run(sql`create index import_plan_commit on import_plan (commit_job)`)
  const numbers = ['number', 'first_row', 'last_row'].map((name) => `${name} ${number}`)
  const block = [`plan ${needed}`, ...numbers, `tally ${needed}`, `data ${needed}`, 'primary key (plan, number)']
  await tx.run(sql`create table import_block (${sql.raw(block.join(', '))})`)
  const choice = ['"user"', 'entity', 'heads', 'data', 'used'].map((name) => `${name} ${needed}`)
  await tx.run(
    sql`create table import_choice (${sql.raw([...choice, 'primary key ("user", entity, heads)'].join(', '))})`,
  )
}

/**
 * Gives the states of jobs a table of their own: a job of a hundred thousand records has megabytes of input, which each
 * note of a step would write again.
 */
export async function addJobStates(tx: Tx, dialect: Dialect): Promise<void> {
  const needed = `${dialect.columnType('text')} not null`
  const columns = [`job ${needed} primary key`, `state ${needed}`]
  await tx.run(sql`create table job_state (${sql.raw(columns.join(', '))})`)
  await tx.run(sql`insert into job_state (job, state) select job, state from job_task where state is not null`)
  await dialect.dropColumn(tx, 'job_task', 'state')
}

/**
 * Adds what an operation has told each person about records that they follow, and when each had their last summary by
 * mail.
 */
export async function addToldPeople(tx: Tx, dialect: Dialect): Promise<void> {
  const needed = `${dialect.columnType('text')} not null`
  const number = `${dialect.columnType('integer')} not null`
  const names = ['operation', '"user"', 'entity', 'record']
  const change = [
    ...[...names, 'notification', 'at'].map((name) => `${name} ${needed}`),
    ...['is_new', 'records'].map((name) => `${name} ${number}`),
    `primary key (${names.join(', ')})`,
  ]
  await tx.run(sql`create table followed_change (${sql.raw(change.join(', '))})`)
  await tx.run(sql`create index followed_change_at on followed_change (at)`)
  const summary = [`"user" ${needed} primary key`, `day ${needed}`, `at ${needed}`]
  await tx.run(sql`create table digest_sent (${sql.raw(summary.join(', '))})`)
}
