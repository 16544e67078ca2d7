import type { FieldViewProps } from '@tavla/fields/ui'
import type { ComponentType } from 'react'
import { mailViews } from '../conversation/mail-views.ts'

/** How the forms of one entity show the fields of one type for reading. */
export interface FieldViewOfEntity {
  entity: string
  fieldtype: string
  View: ComponentType<FieldViewProps>
}

/** Views that stand in for those of the field types; a room that knows an entity adds its own here. */
const views: readonly FieldViewOfEntity[] = [...mailViews]

/** The view that an entity's forms have of their own for a field type; none where the type's own serves. */
export const viewOfEntity = (entity: string, fieldtype: string): Partial<Pick<FieldViewOfEntity, 'View'>> =>
  views.find((view) => view.entity === entity && view.fieldtype === fieldtype) ?? {}
