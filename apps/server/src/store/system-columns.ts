import { SchemaChanged } from './errors.ts'
import { sql } from './sql.ts'
import type { Reader } from './store.ts'

/** The columns of the system tables after all migrations. */
export const systemColumns: Readonly<Record<string, readonly string[]>> = {
  credential: ['user', 'hash', 'changed'],
  session_secret: ['session', 'hash', 'hq_user', 'hq_minted'],
  reset_key: ['hash', 'user', 'expires', 'kind'],
  outbox: [
    'rid',
    'kind',
    'ref',
    'lane',
    'lease_owner',
    'lease_until',
    'next_attempt',
    'last_error',
    'state',
    'created',
    'attempts',
    'repeats',
  ],
  inbox: ['rid', 'kind', 'ref', 'body', 'due', 'created', 'attempts'],
  oauth_flow: ['hash', 'app', 'token_user', 'started_by', 'redirect_uri', 'success_uri', 'verifier', 'expires'],
  definition: ['entity', 'hash', 'json'],
  entity_table: ['entity', 'table_name'],
  retired_column: [
    'table_name',
    'column_name',
    'fieldname',
    'retired_at',
    'reason',
    'renamed_to',
    'field',
    'retired_by',
    'operation_id',
    'row_table',
    'row_field',
    'returned_at',
  ],
  series: ['name', 'last'],
  site: ['key', 'value'],
  transfer: ['id', 'user', 'name', 'length', 'received', 'meta', 'updated'],
  reply_to: ['communication', 'addresses'],
  hq_ending: ['project', 'user', 'before_utc'],
  trash_content: ['rid', 'item', 'kind', 'table_name', 'data'],
  trash_key: ['item', 'table_name', 'record', 'field', 'value'],
  trash_secret: ['id', 'item', 'value'],
  job_task: ['job', 'work', 'door', 'language', 'runs', 'input'],
  job_state: ['job', 'state'],
  import_plan: ['id', 'user', 'job', 'commit_job', 'data', 'created'],
  import_block: ['plan', 'number', 'first_row', 'last_row', 'tally', 'data'],
  import_choice: ['user', 'entity', 'heads', 'data', 'used'],
  followed_change: ['operation', 'user', 'entity', 'record', 'notification', 'at', 'is_new', 'records'],
  digest_sent: ['user', 'day', 'at'],
}

/**
 * Checks that the tables are those of this program, whatever version number the data holds.
 * @throws Error with one clear sentence when a table or column is missing
 */
export async function checkSystemTables(reader: Reader, place: string): Promise<void> {
  const look = async ([table, columns]: [string, readonly string[]]) => {
    const names = sql.join(columns.map((column) => sql.id(column)))
    await reader.all(sql`select ${names} from ${sql.table(table)} limit 0`)
  }
  try {
    await Promise.all(Object.entries(systemColumns).map(look))
  } catch (error) {
    if (!(error instanceof SchemaChanged)) throw error
    throw new Error(
      `The data in ${place} was made by a version of Tavla that was never released (${error.message}); put back a copy that a released version made.`,
      { cause: error },
    )
  }
}
