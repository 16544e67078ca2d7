import type { EntityState, EntityStore } from '@tavla/client'
import type { FieldMeta, SummaryAnswer } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { useEnvironment } from '../environment.ts'
import { FigureMenu } from '../summary/FigureMenu.tsx'
import { chooseFigure, figureOf } from '../summary/figures.ts'
import { countText } from './count-text.ts'
import type { RowFields } from './row-fields.ts'
import type { RowForm } from './row-form.ts'
import './sums-line.css'

export interface SumsLineProps {
  state: EntityState
  store: EntityStore
  fields: RowFields
  form: RowForm
  hasBoxes: boolean
  /** The fields with numbers, in the order of the list. */
  numbers: readonly FieldMeta[]
  answer: SummaryAnswer | null
}

/**
 * The figures of a list's numbers over all that it matches (reference: screens, Sums and groups): below the columns where
 * there are some, else side by side.
 */
export function SumsLine({ state, store, fields, form, hasBoxes, numbers, answer }: SumsLineProps) {
  const { t, formatNumber } = useI18n()
  const { onError } = useEnvironment()
  const { sums, listInfo } = state
  const columns = form.kind === 'columns' ? form.columns : []
  const menuOf = (field: FieldMeta) => {
    const figure = figureOf(field, sums)
    const isBelow = columns.includes(field)
    // Without a column, a field that nobody has chosen has nothing to show.
    if (!figure && !isBelow) return null
    return (
      <div
        key={field.fieldname}
        className="sums-place figure-place"
        data-chosen={figure}
        style={placeIn(columns, field)}
      >
        <FigureMenu
          field={field}
          figure={figure}
          value={figure && answer?.data[`${figure}:${field.fieldname}`]}
          hasLabel={!isBelow}
          onChoose={(next) => void store.setSums(chooseFigure(sums, field.fieldname, next)).catch(onError)}
        />
      </div>
    )
  }
  return (
    <section
      className="sums-line"
      aria-label={t('Sums')}
      data-form={form.kind === 'columns' ? 'columns' : undefined}
      data-box={hasBoxes || undefined}
      data-picture={fields.image !== undefined || undefined}
    >
      <div className={form.kind === 'columns' ? 'columns-row' : 'sums-row'}>
        <div className="sums-lead">
          {/* Where there is less room, the head of the screen says it. */}
          {form.kind === 'columns' && (
            <p className="sums-count">
              <bdi className="numeric">{countText(listInfo, formatNumber)}</bdi>{' '}
              <Text source="{0, plural, one {Record} other {Records}}" args={[listInfo.totalCount]} />
            </p>
          )}
          {numbers.filter((field) => !columns.includes(field)).map(menuOf)}
        </div>
        {numbers.filter((field) => columns.includes(field)).map(menuOf)}
      </div>
    </section>
  )
}

/** The column of a field, behind that of the titles. */
const placeIn = (columns: readonly FieldMeta[], field: FieldMeta) => {
  const at = columns.indexOf(field)
  return at < 0 ? undefined : { gridColumn: at + 2 }
}
