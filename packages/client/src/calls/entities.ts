import type {
  EntityRecord,
  LinkSuggestion,
  ListAnswer,
  ListQuery,
  ResolvedLink,
  SavedAnswer,
  SummaryAnswer,
  SummaryQuery,
  ValuesAnswer,
  ValuesQuery,
} from '@tavla/contract'
import type { Api } from '../api.ts'
import { queryString } from '../query-string.ts'

/**
 * Query of a link field; for a Dynamic Link `entity` is the value of the field that its options name (reference:
 * http-api, Link suggestions).
 */
export interface LinkQuery {
  entity: string
  txt: string
  reference_entity?: string
  filters?: unknown
}

export interface LinksQuery {
  entity: string
  texts: readonly string[]
  reference_entity?: string
}

/** Path of an entity, or of one of its records. */
export const entityPath = (entity: string, id?: string) =>
  `/api/entity/${encodeURIComponent(entity)}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

/** Calls on entity records (reference: http-api, Records; http-api, Lists; http-api, Actions); all throw ApiError. */
export const entityCalls = (api: Api) => ({
  list: (entity: string, query: ListQuery = {}, signal?: AbortSignal) =>
    api.get<ListAnswer>(entityPath(entity), { ...query }, signal),
  /** Exact numbers over all matching records (reference: http-api, Sums and groups). */
  summary: (entity: string, query: SummaryQuery, signal?: AbortSignal) =>
    api.get<SummaryAnswer>(`${entityPath(entity)}/summary`, { ...query }, signal),
  /** The values of a field in the matching records, each with its count; the most frequent first. */
  values: async (entity: string, query: ValuesQuery, signal?: AbortSignal) =>
    (await api.get<ValuesAnswer>(`${entityPath(entity)}/values`, { ...query }, signal)).values,
  get: async (entity: string, id: string, signal?: AbortSignal) =>
    (await api.get<{ entity: EntityRecord }>(entityPath(entity, id), {}, signal)).entity,
  create: async (entity: string, fields: Readonly<Record<string, unknown>>) =>
    (await api.post<{ entity: EntityRecord }>(entityPath(entity), fields)).entity,
  /**
   * Partial: absent keys stay. With `modified`, the server refuses a stale copy with 409; with `_base` it merges
   * (reference: http-api, Changing).
   */
  update: (entity: string, fields: Readonly<Record<string, unknown>>) =>
    api.put<SavedAnswer>(entityPath(entity), fields),
  remove: async (entity: string, id: string, params: Readonly<Record<string, unknown>> = {}) =>
    (await api.delete<{ entity: EntityRecord }>(entityPath(entity, id) + queryString(params))).entity,
  /** All or nothing, 1–500 records, each with its id. */
  bulkUpdate: (entity: string, entities: readonly Readonly<Record<string, unknown>>[]) =>
    api.post<{ entities: EntityRecord[]; count: number }>(`${entityPath(entity)}/bulk-update`, { entities }),
  /** Renames a record of `entity`, or an entity type without it; answers the new name. */
  rename: async (oldName: string, newName: string, entity?: string) =>
    (await api.post<{ new_name: string }>('/api/utils/rename_entity', { oldName, newName, entity })).new_name,
  suggestLinks: async (question: LinkQuery, signal?: AbortSignal) =>
    (
      await api.get<{ search: LinkSuggestion[] }>(
        '/api/utils/get_link_field_list',
        { ...question, txt: question.txt.trim() },
        signal,
      )
    ).search,
  resolveLinks: async (question: LinksQuery) =>
    (await api.post<{ items: ResolvedLink[] }>('/api/utils/resolve_links', question)).items,
  runAction: async <T = unknown>(entity: string, id: string, action: string, data: unknown = {}) =>
    (await api.post<{ data: T }>(`${entityPath(entity, id)}?run_method=${encodeURIComponent(action)}`, { data })).data,
})
