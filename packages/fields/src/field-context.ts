import type { LinkSuggestion, Meta, UploadedFile } from '@tavla/contract'
import { type ComponentType, createContext, useContext, useMemo } from 'react'

/** What an upload field asks of the upload widget, which stands a floor above (`@tavla/entity-ui`). */
export interface FieldUploadProps {
  /** Accepted types, e.g. `image/*`; empty means any. */
  accept: readonly string[]
  target: { entity?: string | undefined; id?: string | undefined; field?: string | undefined }
  onComplete(file: UploadedFile): void
  /** A finished upload was taken back; its file is gone. */
  onRemoved(file: UploadedFile): void
}

/** What fields need of the site around them. The app provides it once for each host that it talks to. */
export interface FieldServices {
  /** Suggestions of a link (reference: http-api, Link suggestions). */
  suggestLinks(question: { entity: string; txt: string }, signal: AbortSignal): Promise<readonly LinkSuggestion[]>
  /** Address of a stored file: the API host plus the path (reference: screens, Field inputs). */
  fileUrl(path: string): string
  /** Address of a record's screen, if this app has one. */
  recordPath?: ((entity: string, id: string) => string | undefined) | undefined
  /** Wall-clock text of now in the site's time zone. */
  now(): string
  /** Currency code of the site, for amounts that name none. */
  currency: string
  /** Address of the upload call. */
  uploadUrl: string
  Upload?: ComponentType<FieldUploadProps> | undefined
}

/** What fields need of the form they stand in. */
export interface FieldForm {
  entity: string
  /** Null while the record is new. */
  id: string | null
  meta: Meta | null
  /**
   * Saves one field alone, at once (reference: screens, Drafts); absent in forms that save as a whole, such as a new
   * record's.
   */
  saveField?: ((fieldname: string, value: unknown) => Promise<void>) | undefined
  /** Titles of records chosen in this form, by `linkKey`; the server sends the titles of stored ones. */
  titles: Map<string, string>
}

export const FieldServicesContext = createContext<FieldServices>({
  suggestLinks: async () => [],
  fileUrl: (path) => path,
  now: () => '',
  currency: 'ILS',
  uploadUrl: '/api/files',
})

export const FieldFormContext = createContext<FieldForm>({ entity: '', id: null, meta: null, titles: new Map() })

/** What is wrong with the form that the fields stand in, by fieldname and, for rows, by `<field>.<row from 1>.<field of the row>`. */
export const FieldErrorsContext = createContext<Readonly<Record<string, string>>>({})

/** Messages by fieldname. */
export type RowErrors = Readonly<Record<string, string>>

/** What is wrong with the rows of a Table field, by their number from 1. */
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

/** Names of the whole-number fields of a list or table whose column has a number with separators, so that all of it has them. */
export const GroupedColumnsContext = createContext<ReadonlySet<string>>(new Set())

export const useFieldServices = () => useContext(FieldServicesContext)
export const useFieldForm = () => useContext(FieldFormContext)

/** Key of a chosen record's title. */
export const linkKey = (entity: string, id: string) => `${entity}\n${id}`
