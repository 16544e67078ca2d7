import type { EntityRecord, Meta } from '@tavla/contract'
import type { Tab } from '@tavla/ui'
import type { ComponentType, ReactNode } from 'react'
import type { ConfirmDeleteProps } from './ConfirmDelete.tsx'
import type { ConfirmSave } from './useRecordForm.ts'

export interface DetailViewProps {
  entity: string
  id: string
  /** The record is gone, deleted here or by somebody else: the app leaves its route. */
  onLeave: () => void
  onRenamed?: (id: string) => void
  /** Tells the app's router whether leaving would lose something; it then asks with `ConfirmLeave`. */
  onDirtyChange?: (isDirty: boolean) => void
  /** The tabs that every record of the staff app has: communication, files, history (reference: screens, Areas). */
  hasRecordTabs?: boolean
  /** Further tabs after those. */
  tabs?: readonly Tab[]
  /** Id of the tab that the address names, and told when another one is chosen. */
  tab?: string | undefined
  onTabChange?: (id: string) => void
  /** Whoever came here from another place of the app, and has lost the focus on the way, finds it on the title. */
  takesFocus?: boolean
  /** Further actions, beside Edit. */
  actions?: ReactNode
  /** What stands above the fields. */
  intro?: ReactNode
  /** Names of the fields that the intro shows, so that they do not stand below once more. */
  introFields?: readonly string[]
  /** Draws the record in place of its fields' grid, where metadata can't say enough. */
  Form?: ComponentType<RecordFormProps>
  /** Asked before each save of the form. */
  confirmSave?: ConfirmSave
  /** Asks before the record is deleted, where more than a press is wanted. */
  Confirm?: ComponentType<ConfirmDeleteProps>
  /** Columns of the field grid where there is room (reference: screens, Detail form). */
  columns?: number
}

export interface RecordFormProps {
  meta: Meta
  /** The stored record. */
  record: EntityRecord
  /** The draft over it. */
  values: EntityRecord
  /** Messages by fieldname, and how often a save was refused. */
  errors: Readonly<Record<string, string>>
  refusals: number
  /** The same function at each drawing. */
  onChange: (fieldname: string, value: unknown) => void
  readOnly: boolean
  /** Begins to edit, where the person may. */
  onEdit: (() => void) | undefined
}
