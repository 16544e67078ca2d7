import type { ImportOptions, Meta } from '@tavla/contract'

/** The things that the steps of an import share: the entity, the choices of the person, and the ways between the steps. */
export interface ImportPlace {
  meta: Meta
  options: ImportOptions
  setOptions(options: ImportOptions): void
  /** Address of the list. */
  list: string
  toFile(): void
  toColumns(file: string): void
  /** The same for a file that was just brought, which is read by itself. */
  toNewFile(file: string): void
  toJob(id: string, how?: { replace?: boolean }): void
}
