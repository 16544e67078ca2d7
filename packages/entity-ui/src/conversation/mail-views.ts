import { lazyPart } from '@tavla/ui'
import type { FieldViewOfEntity } from '../detail/entity-views.ts'

const MailView = lazyPart(() => import('./MailView.tsx'))

/** Text Editor fields of these entities hold a mail, and show it as one. */
export const mailViews: readonly FieldViewOfEntity[] = ['Communication', 'Email Queue'].map((entity) => ({
  entity,
  fieldtype: 'Text Editor',
  View: MailView,
}))
