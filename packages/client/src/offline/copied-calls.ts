import { queryString } from '../query-string.ts'
import type { SentCall } from '../request.ts'
import type { CopyKind } from '../store/browser/schema.ts'

/** The place of an answer among the copies. */
export interface CopyPlace {
  kind: CopyKind
  path: string
  query: string
  /** The page of a list. */
  page?: { start: number; length: number }
}

/** The views of a list; their numbers of records are read beside them. */
const viewsPath = '/api/app/views'
/** Answers that every screen needs. */
const common = /^\/api\/(app\/get_(translations|navigation)|entity\/List%20Setting|entity\/[^/]+\/meta)$/
/** The start page; single parts of it are read beside it. */
export const homePath = '/api/app/get_home'
const metas = /^(\/api\/entity\/[^/]+)\/meta$/
const lists = /^\/api\/(entity\/[^/]+|user)$/
const records = /^\/api\/(entity\/[^/]+|user)\/(?!profiles$|meta$)[^/]+$/

export const sessionPlace: CopyPlace = { kind: 'session', path: '/api/auth/validate', query: '' }

/** Where the answer of a call is kept; undefined for answers that are not (reference: screens, Without a network). */
export function placeOf({ host, method, path, params }: SentCall): CopyPlace | undefined {
  if (host !== '' || method !== 'GET') return undefined
  if (path === sessionPlace.path) return sessionPlace
  const query = queryString(params)
  const isViews = path === viewsPath && params.counts === undefined
  if (common.test(path) || isViews || (path === homePath && query === '')) return { kind: 'answer', path, query }
  if (records.test(path)) return query === '' ? { kind: 'record', path, query } : undefined
  return lists.test(path) ? listPlace(path, params) : undefined
}

function listPlace(path: string, params: SentCall['params']): CopyPlace | undefined {
  const { limit_start: start = 0, limit_page_length: length = 20, ...rest } = params
  // A list of a person has pages; counts, single rows and the files of a record are read beside it.
  if (typeof start !== 'number' || typeof length !== 'number' || length < 2) return undefined
  if (namesIds(rest.filters) || path === '/api/entity/File') return undefined
  return { kind: 'list', path, query: queryString(rest), page: { start, length } }
}

const namesIds = (filters: unknown): boolean =>
  typeof filters === 'object' &&
  filters !== null &&
  JSON.stringify((filters as { id?: unknown }).id ?? '').includes('"in"')

/** The lists of an entity whose definition a path names; none where it names no definition. */
export function listPathsOfMeta(path: string): string[] {
  const [, entityPath] = metas.exec(path) ?? []
  if (entityPath === undefined) return []
  // Users are read at an address of their own.
  return entityPath === '/api/entity/User' ? [entityPath, '/api/user'] : [entityPath]
}

/** The list of the records of which a path names one; the path itself when it names none. */
export const listPathOf = (path: string): string => (records.test(path) ? path.slice(0, path.lastIndexOf('/')) : path)
