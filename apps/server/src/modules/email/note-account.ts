import { type StoredRow, systemContext, updateRecord } from '../../entity/index.ts'
import type { Site } from '../../site.ts'

/** Stores the result of the last attempt in the account (`error` as a stored sentence), unless it is unchanged. */
export async function noteAccount(
  { engine }: Site,
  account: StoredRow,
  status: 'Connected' | 'Error',
  error: string | null,
): Promise<void> {
  const id = String(account.id)
  const now = await engine.rows(engine.models.require('Email Account')).byId(engine.store, id)
  if (!now || (now.status === status && (now.last_error ?? null) === error)) return
  await updateRecord(engine, systemContext(engine), 'Email Account', id, { status, last_error: error })
}
