import { isRead } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { CutLinesContext } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { memo, use, useId } from 'react'
import { ColumnsBeside, ColumnsFields } from './ColumnsRow.tsx'
import { LinesBeside, LinesFields } from './LinesRow.tsx'
import { RailFields } from './RailRow.tsx'
import { RecordImage } from './RecordImage.tsx'
import { type RowContent, RowLink } from './RowParts.tsx'
import { RecordWordsContext } from './record-words.ts'
import type { RowFields } from './row-fields.ts'
import type { RowForm } from './row-form.ts'

export interface EntityRowProps {
  record: EntityRecord
  fields: RowFields
  form: RowForm
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

/** A record as a row of exactly 85 px: its box, its picture, and its texts in the form of the list. */
export const EntityRow = memo(function EntityRow(props: EntityRowProps) {
  const { record, fields, form, href, isActive, isSelected, onSelect, onOpen, isStop } = props
  const { t } = useI18n()
  const titleId = useId()
  const isShown = isRead(record)
  const words = use(RecordWordsContext)(record)
  const content: RowContent = { record, fields, words, titleId, href, isActive, isStop, onOpen }
  const hasStates = words ? words.states !== undefined : fields.pills.length > 1
  return (
    <article
      className="list-row entity-row"
      data-form={form.kind}
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
        <div className={bodies[form.kind]}>
          {/* The same element in each form, so that it keeps the focus when a record opens beside the list. */}
          <div className={names[form.kind]}>
            <RowLink {...content} />
            {form.kind === 'lines' && <LinesBeside {...content} />}
            {form.kind === 'columns' && <ColumnsBeside {...content} />}
            {form.kind === 'rail' && words?.beside !== undefined && (
              <span className="entity-row-beside">{words.beside}</span>
            )}
          </div>
          {form.kind === 'lines' && <LinesFields {...content} form={form} />}
          {form.kind === 'columns' && <ColumnsFields {...content} form={form} />}
          {form.kind === 'rail' && <RailFields {...content} form={form} />}
        </div>
      </CutLinesContext>
    </article>
  )
})

/** Classes of the texts and of the line with the title. */
const bodies = { lines: 'entity-row-text', columns: 'columns-row', rail: 'rail-row' }
const names = { lines: 'entity-row-head', columns: 'columns-name', rail: 'rail-name' }
