import { type Engine, openSecret, type StoredRow } from '../../../entity/index.ts'

/** The part of a deleted project's record that stays. */
export interface KeptRecord {
  values: Readonly<Record<string, unknown>>
  secrets: { admin_password: string; instance_secret: string }
}

/** Fields that go on as they were; HQ works the others out anew. */
const keptFields = [
  'project_name',
  'environment',
  'server',
  'color',
  'icon',
  'description',
  'admin_email',
  'default_language',
  'start_with',
  'staging_recipients',
  'backup_plan',
  'port',
  'started_at',
  'version',
] as const
const secrets = ['admin_password', 'instance_secret'] as const

/** A record that is kept outside the database; its seal opens for this project alone. */
const placeOf = (id: string) => ({ table: 'project.json', id, column: 'record' })

/** The record of a project, sealed for the trash. @throws Problem 404 */
export async function sealRecord(engine: Engine, id: string): Promise<string> {
  const row = (await engine.rows(engine.models.require('Project')).byId(engine.store, id)) as StoredRow
  const kept: KeptRecord = {
    values: Object.fromEntries(keptFields.map((name) => [name, row[name] ?? null])),
    secrets: Object.fromEntries(
      secrets.map((name) => [name, openSecret(engine, 'Project', row, name) ?? '']),
    ) as KeptRecord['secrets'],
  }
  return engine.vault.seal(JSON.stringify(kept), placeOf(id))
}

/** Undefined for a record that is missing, or sealed with a key that HQ no longer has. */
export function openRecord(engine: Engine, id: string, sealed: string | undefined): KeptRecord | undefined {
  if (sealed === undefined) return undefined
  try {
    return JSON.parse(engine.vault.open(sealed, placeOf(id))) as KeptRecord
  } catch {
    return undefined
  }
}
