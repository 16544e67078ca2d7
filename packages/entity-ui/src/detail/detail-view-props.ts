import type { DraftKind } from '@tavla/client/browser'
import type { EntityRecord, Meta } from '@tavla/contract'
import type { Tab } from '@tavla/ui'
import type { ComponentType, ReactNode } from 'react'
import type { KeptWork } from '../drafts/draft-keeper.ts'
import type { ConfirmDeleteProps } from './ConfirmDelete.tsx'
import type { ConfirmSave } from './useFormWrites.ts'

export interface DetailViewProps extends RecordParts {
  entity: string
  id: string
  navigation: RecordNavigation
}

/** Ties an open record to the address, the router and the focus of the app. */
export interface RecordNavigation {
  /** The record was deleted, here or by another user: the app leaves its route. */
  onLeave: () => void
  /** Closes the record beside its list; without it there is no button for it. */
  onClose?: (() => void) | undefined
  /** Opens another record of the same list; without it, there are no ways to those beside this one. */
  onStep?: ((id: string) => void) | undefined
  /** Called with the new id; without it, the record can't be renamed here. */
  onRenamed?: (id: string) => void
  /** Tells the app's router whether leaving would lose changes; the router then asks with `ConfirmLeave`. */
  onDirtyChange?: ((isDirty: boolean, kept?: KeptWork) => void) | undefined
  /** Tells whether a kept draft of the record waits to be continued. */
  onDraftWaiting?: (isWaiting: boolean) => void
  /** Id of the tab in the address; `onTabChange` is called when the user chooses another. */
  tab?: string | undefined
  /** Id of the note in the address, which its tab brings to light. */
  note?: string | undefined
  onTabChange?: (id: string) => void
  /** The record was just made here: one with rows opens for its first row, which `onBegun` tells. */
  isNew?: boolean
  onBegun?: () => void
  /** Moves a lost focus to the title when the user comes from another place of the app. */
  takesFocus?: boolean
}

/** The differences between the record of one entity and the form that its metadata gives. */
export interface RecordParts {
  /** Adds the tabs of every record in the staff app: communication, files, history (reference: screens, Areas). */
  hasRecordTabs?: boolean
  /** Further tabs at the end. */
  tabs?: readonly Tab[]
  /** Further actions, beside Edit. */
  actions?: ReactNode
  /** Content above the fields. */
  intro?: ReactNode
  /** Names of the fields that the intro shows; the grid leaves them out. */
  introFields?: readonly string[]
  /** Maximum number of columns of the field grid (reference: screens, Detail form). */
  columns?: number
  /** Renders the record instead of the grid of its fields, where metadata is not enough. */
  Form?: ComponentType<RecordFormProps>
  /** The kind under which the browser keeps the form's draft; `edit` when absent. */
  draftKind?: DraftKind
  /** Called before each save of the form. */
  confirmSave?: ConfirmSave
  /** How the record is deleted where that differs from other records; null where it can't be. */
  deletion?: Deletion | null
  /** Asks before the record is deleted, if one press is not enough. */
  Confirm?: ComponentType<ConfirmDeleteProps>
}

/** English source texts: the label of the button, and the notice afterwards. */
export interface Deletion {
  label: string
  done: string
}

export interface RecordFormProps {
  meta: Meta
  /** The stored record. */
  record: EntityRecord
  /** The record with the draft's changes. */
  values: EntityRecord
  /** Messages by fieldname, and the number of refused saves. */
  errors: Readonly<Record<string, string>>
  refusals: number
  /** Stable between renderings. */
  onChange: (fieldname: string, value: unknown) => void
  readOnly: boolean
  /** Starts editing, if the person may. */
  onEdit: (() => void) | undefined
}
