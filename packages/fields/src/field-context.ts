import type { LinkSuggestion, Meta, UploadedFile } from '@tavla/contract'
import { type ComponentType, createContext, useContext, useMemo } from 'react'
import type { ResolveLinks } from './link-reader.ts'

/** The props of the upload widget for an upload field; the widget stands above this package, in `@tavla/entity-ui`. */
export interface FieldUploadProps {
  /** Accepted types, e.g. `image/*`; empty means any. */
  accept: readonly string[]
  target: { entity?: string | undefined; id?: string | undefined; field?: string | undefined }
  onComplete(file: UploadedFile): void
  /** A finished upload was undone; its file is gone. */
  onRemoved(file: UploadedFile): void
}

/** The site's services for fields. The app provides them once for each host that it talks to. */
export interface FieldServices {
  /** Suggestions of a link (reference: http-api, Link suggestions). */
  suggestLinks(question: { entity: string; txt: string }, signal: AbortSignal): Promise<readonly LinkSuggestion[]>
  /** The records that pasted texts name. */
  resolveLinks: ResolveLinks
  /** Address of a stored file: the API host plus the path (reference: screens, Field inputs). */
  fileUrl(path: string): string
  /** Address of a record's screen, if this app has one. */
  recordPath?: ((entity: string, id: string) => string | undefined) | undefined
  /** Wall-clock text of now in the site's time zone. */
  now(): string
  /** Currency code of the site, for amounts without one of their own. */
  currency: string
  /** Address of the upload call. */
  uploadUrl: string
  Upload?: ComponentType<FieldUploadProps> | undefined
}

/** The form's services for its fields. */
export interface FieldForm {
  entity: string
  /** Null while the record is new. */
  id: string | null
  meta: Meta | null
  /**
   * Saves one field alone, at once (reference: screens, Drafts); absent in forms that save as a whole, such
   * as the form of a new record.
   */
  saveField?: ((fieldname: string, value: unknown) => Promise<void>) | undefined
  /**
   * The value of a field as it is now, which the rendered one may lag behind: an answer that arrives between two keys is in
   * here before it is drawn. Without it, the rendered one counts.
   */
  valueNow?: ((fieldname: string) => unknown) | undefined
  /** True for a record in the trash: the addresses of its files answer nobody. */
  isInTrash?: boolean
  /** In the rows of a list: the year that goes without saying, which dates there leave out. */
  presentYear?: string
  /** Titles of records chosen in this form, by `linkKey`; the server sends the titles of stored ones. */
  titles: Map<string, string>
}

export const FieldServicesContext = createContext<FieldServices>({
  suggestLinks: async () => [],
  resolveLinks: async () => [],
  fileUrl: (path) => path,
  now: () => '',
  currency: 'ILS',
  uploadUrl: '/api/files',
})

export const FieldFormContext = createContext<FieldForm>({ entity: '', id: null, meta: null, titles: new Map() })

/** Errors of the form around the fields, by fieldname and, for rows, by `<field>.<row from 1>.<field of the row>`. */
export const FieldErrorsContext = createContext<Readonly<Record<string, string>>>({})

/** Messages by fieldname. */
export type RowErrors = Readonly<Record<string, string>>

/** Errors of the rows of a Table field, by row number from 1. */
export function useRowErrors(fieldname: string): ReadonlyMap<number, RowErrors> {
  const errors = useContext(FieldErrorsContext)
  return useMemo(() => {
    const rows = new Map<number, Record<string, string>>()
    for (const [key, message] of Object.entries(errors)) {
      const [table, row, name] = key.split('.')
      if (table !== fieldname || name === undefined) continue
      rows.set(Number(row), { ...rows.get(Number(row)), [name]: message })
    }
    return rows
  }, [errors, fieldname])
}

/**
 * By fieldname the digits after the point that all rows of a column show; for whole numbers 1 means that all show
 * separators.
 */
export const AlignedColumnsContext = createContext<ReadonlyMap<string, number>>(new Map())

export const useFieldServices = () => useContext(FieldServicesContext)
export const useFieldForm = () => useContext(FieldFormContext)

/** Key of a chosen record's title. */
export const linkKey = (entity: string, id: string) => `${entity}\n${id}`
