import { type Client, isRead } from '@tavla/client'
import type { EntityRecord, VersionData } from '@tavla/contract'
import type { ActionRecord } from './action-names.ts'

/** Facts about rows of the audit that the rows themselves lack. */
export interface AuditFacts {
  /** Names of the rows' records, by `subjectOf`; a record without an entry shows only its id. */
  names: ReadonlyMap<string, string>
  /** The action, by the row's id. */
  actions: ReadonlyMap<string, string>
  /** Why production was changed, by the row's id. */
  reasons: ReadonlyMap<string, string>
  /** The names of the projects that the rows' records are of, by `subjectOf`. */
  projects: ReadonlyMap<string, string>
  /** Ids of the rows that the server wrote by itself, without a call. */
  own: ReadonlySet<string>
}

/** Key of a row's record. */
export const subjectOf = (entity: unknown, id: unknown): string => `${String(entity)}\n${String(id)}`

/** The rows whose facts are still to be read, each once. */
export function newRows(rows: readonly EntityRecord[], asked: Set<string>): EntityRecord[] {
  const found = rows.filter((row) => isRead(row) && typeof row.ref_entity === 'string' && !asked.has(row.id))
  for (const { id } of found) asked.add(id)
  return found
}

/**
 * Reads the facts of a page of rows: one call for each entity, one for the actions, and one for the calls. Leaves out facts that
 * it may not read.
 */
export async function readAuditFacts(client: Client, rows: readonly EntityRecord[]): Promise<AuditFacts> {
  const list = (entity: string, ids: readonly unknown[], fields?: string[]) =>
    client.entities
      .list(entity, { filters: { id: ['in', [...new Set(ids)]] }, limit_page_length: 500, ...(fields && { fields }) })
      .catch(() => undefined)
  const untold = rows.filter(({ action }) => action === 'Action' || action === 'Deleted').map(({ id }) => id)
  const [details, calls, ...groups] = await Promise.all([
    untold.length === 0 ? undefined : list('Version', untold, ['data']),
    list(
      'Version',
      rows.map(({ id }) => id),
      ['request_id'],
    ),
    ...[...Map.groupBy(rows, (row) => String(row.ref_entity))].map(async ([entity, some]) => {
      const answer = await list(
        entity,
        some.map((row) => row.ref_id),
      )
      return { entity, some, answer }
    }),
  ])
  const data = new Map(details?.data.map((row) => [row.id, row.data as VersionData | ActionRecord | null]))
  const names = new Map<string, string>()
  const projects = new Map<string, string>()
  for (const { entity, some, answer } of groups) {
    for (const { id, project, _link_titles: titles } of answer?.data ?? [])
      if (typeof project === 'string') projects.set(subjectOf(entity, id), titles?.project ?? project)
    if (!answer || answer.title_field === 'id') continue
    const add = (id: unknown, title: unknown) => {
      if (typeof title === 'string' && title !== '') names.set(subjectOf(entity, id), title)
    }
    // The version that deleted a record contains its former title.
    for (const row of some) add(row.ref_id, titleBefore(data.get(row.id), answer.title_field))
    for (const record of answer.data) add(record.id, record[answer.title_field])
  }
  const own = new Set(calls?.data.flatMap(({ id, request_id: call }) => (call === null ? [id] : [])))
  const actions = new Map<string, string>()
  const reasons = new Map<string, string>()
  for (const [id, done] of data) {
    if (!done || !('action' in done)) continue
    actions.set(id, done.action)
    if (typeof done.reason === 'string') reasons.set(id, done.reason)
  }
  return { names, actions, reasons, projects, own }
}

function titleBefore(data: VersionData | ActionRecord | null | undefined, title: string): unknown {
  return data && 'changed' in data ? data.changed.find(([name]) => name === title)?.[1] : undefined
}
