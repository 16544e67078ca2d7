import { lazyPart } from '@tavla/ui'
import type { FieldViewOfEntity } from '../detail/entity-views.ts'

const MailView = lazyPart(() => import('./MailView.tsx'))

/** What is stored in a Text Editor field of these entities is a mail, and reads as one. */
export const mailViews: readonly FieldViewOfEntity[] = ['Communication', 'Email Queue'].map((entity) => ({
  entity,
  fieldtype: 'Text Editor',
  View: MailView,
}))
