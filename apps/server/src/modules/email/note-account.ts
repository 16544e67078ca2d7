import { type StoredRow, systemContext, updateRecord } from '../../entity/index.ts'
import type { Site } from '../../site.ts'

/** What the last attempt says of the account (`error` as a kept sentence); it is not written again while it stays the same. */
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
