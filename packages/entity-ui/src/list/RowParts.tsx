import { isRead } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { Cell } from './Cell.tsx'
import { OpenBadges } from './OpenBadges.tsx'
import { RecordLink } from './RecordLink.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import type { RecordWords } from './record-words.ts'
import { hasOwnTitle, type RowFields, saysId } from './row-fields.ts'

/** The content that every form of a row draws. */
export interface RowContent {
  record: EntityRecord
  fields: RowFields
  /** The record's name in words, where title, id and states are not understandable. */
  words: RecordWords | undefined
  titleId: string
  /** Address of the record's screen; without one it opens in place. */
  href: string | undefined
  isActive: boolean
  /** True for the one row that is a tab stop. */
  isStop: boolean
  onOpen: (id: string) => void
}

/** The control that opens the record, with its title. */
export function RowLink({ record, fields, words, titleId, href, isActive, isStop, onOpen }: RowContent) {
  return (
    <RecordLink id={record.id} elementId={titleId} href={href} isCurrent={isActive} isStop={isStop} onOpen={onOpen}>
      {words?.title ?? <RecordTitle record={record} field={fields.title} />}
    </RecordLink>
  )
}

/** Its own draft and its open messages. */
export function RowBadges({ record }: { record: EntityRecord }) {
  return (
    <span className="entity-row-badges">
      <DraftMark id={record.id} />
      <OpenBadges record={record} />
    </span>
  )
}

/** The number of fields without a place, which the row's tooltip names. */
export function RowMore({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="entity-row-more numeric" aria-hidden="true">
      <bdi dir="ltr">+{count}</bdi>
    </span>
  )
}

interface RowFieldProps {
  field: FieldMeta
  record: EntityRecord
  /** True where the list's head or a tooltip has the label. */
  isSilent?: boolean
}

/** A field as a term and its value. */
export function RowField({ field, record, isSilent = false }: RowFieldProps) {
  return (
    <>
      <dt className={isSilent ? 'visually-hidden' : undefined}>
        <Text source={field.label} />
      </dt>
      <dd>
        <Cell field={field} record={record} />
      </dd>
    </>
  )
}

/** Fields without a place, for screen readers and for the row's tooltip. */
export function RowRest({ rest, record }: { rest: readonly FieldMeta[]; record: EntityRecord }) {
  return rest.map((field) => (
    <div key={field.fieldname} className="entity-row-rest visually-hidden">
      <RowField field={field} record={record} />
    </div>
  ))
}

/** True if the row says the id apart from its title: each id appears once. */
export function saysOwnId({ record, fields, words }: Pick<RowContent, 'record' | 'fields' | 'words'>): boolean {
  return !words && hasOwnTitle(record, fields.title) && !fields.inOrder.some((field) => saysId(record, field))
}

/** True for a field that only repeats the id which stands as the title. */
export const repeatsTitle = (record: EntityRecord, fields: RowFields, field: FieldMeta): boolean =>
  isRead(record) && !hasOwnTitle(record, fields.title) && saysId(record, field)
