import { isRead } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { CutLinesContext } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { memo, useId } from 'react'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { Cell } from '../list/Cell.tsx'
import { IdText } from '../list/IdText.tsx'
import { OpenBadges } from '../list/OpenBadges.tsx'
import { RecordLink } from '../list/RecordLink.tsx'
import { RecordTitle } from '../list/RecordTitle.tsx'
import { hasOwnTitle } from '../list/row-fields.ts'
import type { CardFields } from './board-fields.ts'

interface BoardCardProps {
  record: EntityRecord
  fields: CardFields
  href: string | undefined
  isActive: boolean
  isStop: boolean
  isSelected: boolean
  /** True while the card is carried elsewhere; its place stays marked. */
  isCarried: boolean
  /** Undefined if records can't be selected. */
  onSelect: ((id: string, isRange?: boolean) => void) | undefined
  onOpen: (id: string) => void
}

/** One card: title, id and amount, whom it is about and when (reference: screens, Board). */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { record, fields, href, isActive, isStop, isSelected, isCarried, onSelect, onOpen } = props
  const { t } = useI18n()
  const titleId = useId()
  const isShown = isRead(record)
  return (
    <article
      className="board-card"
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-carried={isCarried || undefined}
    >
      <CutLinesContext value={true}>
        <div className="board-card-title">
          <RecordLink
            id={record.id}
            elementId={titleId}
            href={href}
            isCurrent={isActive}
            isStop={isStop}
            onOpen={onOpen}
          >
            <RecordTitle record={record} field={fields.title} />
          </RecordLink>
          {onSelect && (
            <Checkbox
              className="board-card-select"
              aria-label={t('Select Row')}
              aria-describedby={titleId}
              isChecked={isSelected}
              tabIndex={-1}
              onClick={(event) => onSelect(record.id, event.shiftKey)}
            />
          )}
        </div>
        {isShown && <CardLines record={record} fields={fields} />}
      </CutLinesContext>
    </article>
  )
})

/** The lines below the title. */
export function CardLines({ record, fields }: { record: EntityRecord; fields: CardFields }) {
  const { title, amount, who, when, pills, rest } = fields
  return (
    <>
      {(title !== undefined || amount !== undefined) && (
        <div className="board-card-line">
          {hasOwnTitle(record, title) && <IdText className="board-card-id" id={record.id} />}
          <DraftMark id={record.id} />
          <OpenBadges record={record} />
          {amount && <CardValue className="board-card-amount" field={amount} record={record} />}
        </div>
      )}
      {(who !== undefined || when !== undefined || rest.length > 0) && (
        <div className="board-card-line">
          {who && <CardValue className="board-card-who" field={who} record={record} />}
          {when && <CardValue className="board-card-when" field={when} record={record} />}
          {rest.length > 0 && <RestOfFields record={record} fields={rest} />}
        </div>
      )}
      {pills.length > 0 && (
        <div className="board-card-pills">
          {pills.map((field) => (
            <Cell key={field.fieldname} field={field} record={record} />
          ))}
        </div>
      )}
    </>
  )
}

/** A value whose label is its name for screen readers; on the card its place says what it is. */
function CardValue({ field, record, className }: { field: FieldMeta; record: EntityRecord; className: string }) {
  return (
    <span className={className}>
      <span className="visually-hidden">
        <Text source={field.label} />{' '}
      </span>
      <Cell field={field} record={record} />
    </span>
  )
}

/** The number of fields without a place; the pointer tells them. */
function RestOfFields({ record, fields }: { record: EntityRecord; fields: readonly FieldMeta[] }) {
  return (
    <>
      <span className="entity-row-more numeric" aria-hidden="true">
        <bdi dir="ltr">+{fields.length}</bdi>
      </span>
      {fields.map((field) => (
        <span key={field.fieldname} className="entity-row-rest visually-hidden">
          <span>
            <Text source={field.label} />
          </span>
          <span>
            <Cell field={field} record={record} />
          </span>
        </span>
      ))}
    </>
  )
}
