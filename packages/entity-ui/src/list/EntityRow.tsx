import { isRead } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { CutLinesContext, fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { memo, use, useId } from 'react'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { Cell } from './Cell.tsx'
import { IdText } from './IdText.tsx'
import { OpenBadges } from './OpenBadges.tsx'
import { RecordImage } from './RecordImage.tsx'
import { RecordLink } from './RecordLink.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import { RecordWordsContext } from './record-words.ts'
import { hasOwnTitle, type RowFields, saysId } from './row-fields.ts'
import type { RowSlots } from './row-slots.ts'

export interface EntityRowProps {
  record: EntityRecord
  fields: RowFields
  slots: RowSlots
  /** Address of the record's screen; without one it opens in place. */
  href: string | undefined
  isActive: boolean
  isSelected: boolean
  /** Undefined if rows can't be selected. */
  onSelect: ((id: string, isRange?: boolean) => void) | undefined
  onOpen: (id: string) => void
  /** True for the one row that is a tab stop. */
  isStop: boolean
}

/** A record on two lines: title and states above, the list's other fields below; fields without room are counted. */
export const EntityRow = memo(function EntityRow(props: EntityRowProps) {
  const { record, fields, slots, href, isActive, isSelected, onSelect, onOpen, isStop } = props
  const { t } = useI18n()
  const titleId = useId()
  const isShown = isRead(record)
  const words = use(RecordWordsContext)(record)
  const hasTitle = hasOwnTitle(record, fields.title)
  const others = words ? fields.others.filter(({ fieldname }) => !words.told.includes(fieldname)) : fields.others
  // The id appears once: as the title, in a field of its own, or beside the title.
  const isSaid = others.some((field) => saysId(record, field))
  const hasStates = words ? words.states !== undefined : fields.pills.length > 1
  return (
    <article
      className="entity-row"
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-states={hasStates || undefined}
    >
      {!isShown && <span className="entity-row-wait delayed" aria-hidden="true" />}
      {onSelect && (
        <Checkbox
          className="entity-row-select"
          aria-label={t('Select Row')}
          aria-describedby={titleId}
          isChecked={isSelected}
          tabIndex={-1}
          // Shift+click selects rows, not the text between them.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onClick={(event) => onSelect(record.id, event.shiftKey)}
        />
      )}
      {fields.image && isShown && <RecordImage record={record} image={fields.image} title={fields.title} />}
      <CutLinesContext value={true}>
        <div className="entity-row-text">
          <div className="entity-row-head">
            <RecordLink
              id={record.id}
              elementId={titleId}
              href={href}
              isCurrent={isActive}
              isStop={isStop}
              onOpen={onOpen}
            >
              {words?.title ?? <RecordTitle record={record} field={fields.title} />}
            </RecordLink>
            {words?.beside !== undefined && <span className="entity-row-id entity-row-beside">{words.beside}</span>}
            {!words && hasTitle && !isSaid && <IdText className="entity-row-id" id={record.id} />}
            <span className="entity-row-badges">
              <DraftMark id={record.id} />
              <OpenBadges record={record} />
            </span>
            <span className="entity-row-states">
              {words?.states ??
                (isShown && fields.pills.map((field) => <Cell key={field.fieldname} field={field} record={record} />))}
            </span>
          </div>
          <div className="entity-row-line">
            <dl className="entity-row-fields" style={{ gridTemplateColumns: slots.columns }}>
              {isShown &&
                others.map((field, at) => (
                  <div
                    key={field.fieldname}
                    className={at < slots.count ? undefined : 'entity-row-rest visually-hidden'}
                    data-numeric={fieldUi(field.fieldtype).isNumeric || undefined}
                    style={placeOf(at, Math.min(others.length, slots.count), slots)}
                  >
                    {(hasTitle || !saysId(record, field)) && (
                      <>
                        <dt>
                          <Text source={field.label} />
                        </dt>
                        <dd>
                          <Cell field={field} record={record} />
                        </dd>
                      </>
                    )}
                  </div>
                ))}
            </dl>
            {isShown && others.length > slots.count && (
              <span className="entity-row-more numeric" aria-hidden="true">
                <bdi dir="ltr">+{others.length - slots.count}</bdi>
              </span>
            )}
          </div>
        </div>
      </CutLinesContext>
    </article>
  )
})

/** The place of a field in the grid of a row that shows so many; the last one has the rest of its line. */
function placeOf(at: number, shown: number, { perLine }: RowSlots) {
  if (at >= shown) return undefined
  const isAlone = perLine === 2 && at === shown - 1 && at % 2 === 0
  return { gridColumn: isAlone ? '1 / -1' : (at % perLine) + 1, gridRow: Math.floor(at / perLine) + 1 }
}
