import type { FieldViewProps } from '@tavla/fields/ui'
import type { ComponentType } from 'react'
import { mailViews } from '../conversation/mail-views.ts'

/** The read-only view of one field type in the forms of one entity. */
export interface FieldViewOfEntity {
  entity: string
  fieldtype: string
  View: ComponentType<FieldViewProps>
}

/** Views that replace those of the field types; a folder that knows an entity registers its own here. */
const views: readonly FieldViewOfEntity[] = [...mailViews]

/** An entity's own view of a field type; empty if the type's view applies. */
export const viewOfEntity = (entity: string, fieldtype: string): Partial<Pick<FieldViewOfEntity, 'View'>> =>
  views.find((view) => view.entity === entity && view.fieldtype === fieldtype) ?? {}
