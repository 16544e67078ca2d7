import type { FieldMeta, ListSums } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import type { RowForm } from '../list/row-form.ts'
import { FigureValue } from '../summary/FigureValue.tsx'
import { figureOf, figureWord } from '../summary/figures.ts'
import { GroupToggle } from './GroupToggle.tsx'
import type { ListGroup } from './list-groups.ts'
import type { Groups } from './useGroups.ts'

interface GroupHeadProps {
  group: ListGroup
  groups: Groups
  form: RowForm
  hasBoxes: boolean
  hasPicture: boolean
  /** The fields with numbers, in the order of the list. */
  numbers: readonly FieldMeta[]
  sums: ListSums
  isStop: boolean
}

/** The head of a group in a list: what it is, how many, and the chosen figures, below the columns where there are some. */
export function GroupHead(props: GroupHeadProps) {
  const { group, groups, form, hasBoxes, hasPicture, numbers, sums, isStop } = props
  const columns = form.kind === 'columns' ? form.columns : []
  const told = numbers.filter((field) => figureOf(field, sums) !== undefined)
  const beside = told.filter((field) => !columns.includes(field))
  const isFolded = groups.isFolded(group.key)
  return (
    <div
      className="group-head"
      data-form={form.kind}
      data-box={hasBoxes || undefined}
      data-picture={hasPicture || undefined}
    >
      <div className={form.kind === 'columns' ? 'columns-row' : 'group-row'}>
        <div className="group-lead">
          <GroupToggle
            {...{ group, isFolded, isStop }}
            choice={groups.choice}
            onFold={(next) => groups.fold(group.key, next)}
          />
          {/* Without columns there is room for the last one, which people look for. */}
          {beside.slice(-1).map((field) => (
            <GroupFigure key={field.fieldname} {...{ field, group, sums }} hasLabel={form.kind !== 'rail'} />
          ))}
        </div>
        {columns.map(
          (field, at) =>
            told.includes(field) && (
              <GroupFigure key={field.fieldname} {...{ field, group, sums }} style={{ gridColumn: at + 2 }} />
            ),
        )}
      </div>
    </div>
  )
}

interface GroupFigureProps {
  field: FieldMeta
  group: ListGroup
  sums: ListSums
  hasLabel?: boolean
  style?: { gridColumn: number }
}

/** One figure of a group; its tooltip and its name for screen readers say which. */
export function GroupFigure({ field, group, sums, hasLabel = false, style }: GroupFigureProps) {
  const { t } = useI18n()
  const figure = figureOf(field, sums)
  if (!figure) return null
  return (
    <span className="group-figure" style={style} title={`${t(figureWord(figure))}: ${t(field.label)}`}>
      <span className={hasLabel ? 'group-word' : 'visually-hidden'}>
        <Text source={field.label} />{' '}
      </span>
      {figure !== 'sum' && (
        <span className="group-word">
          <Text source={figureWord(figure)} />{' '}
        </span>
      )}
      <FigureValue field={field} figure={figure} value={group.figures[`${figure}:${field.fieldname}`]} />
    </span>
  )
}
