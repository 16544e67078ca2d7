import type { EntityState } from '@tavla/client'
import { filteredField, isFilterLeaf, readGroup } from '@tavla/client'
import type { EntityRecord, FieldMeta, FilterPart } from '@tavla/contract'
import { choiceLabel, fieldUi, isNamedByInterface } from '@tavla/fields/ui'
import { useI18n, useTimes } from '@tavla/i18n/react'
import { readCondition, textOf as valueText } from './operators.ts'
import { periodText } from './periods.ts'

/** A condition in the reader's words. */
export interface ConditionText {
  field: string
  operator: string
  /** '' where the operator says all. */
  value: string
}

/** Says conditions in words, with the titles of linked records that the rows of the list know. */
export function useConditionText(state: EntityState, titles: ReadonlyMap<string, string>) {
  const { t, formatNumber } = useI18n()
  const { formatDate, formatMoment } = useTimes()
  const { meta, activeList } = state
  const fieldOf = (name: string) => meta && filteredField(meta, name)
  /** A field of the rows of a table stands behind the label of that table. */
  const labelOf = ({ fieldname, label }: FieldMeta) => {
    const table = fieldname.includes('.') ? fieldOf(fieldname.split('.')[0] ?? '') : undefined
    return table ? `${t(table.label)}: ${t(label)}` : t(label)
  }

  const one = (field: FieldMeta, value: unknown): string => {
    if (value === '__user') return t('Me')
    const text = value === null ? '' : valueText(value)
    const { filterKind, isNumeric, isPill } = fieldUi(field.fieldtype)
    if (filterKind === 'flag') return t(text === '1' || text === 'true' ? 'Yes' : 'No')
    if (filterKind === 'day' || filterKind === 'moment') {
      return !/^\d{4}-\d\d-\d\d/.test(text) ? text : text.length > 10 ? formatMoment(text) : formatDate(text)
    }
    if (filterKind === 'number') return isNumeric && Number.isFinite(Number(text)) ? formatNumber(Number(text)) : text
    if (filterKind !== 'choice') return text
    if (isPill) return t(choiceLabel(field, text), undefined, field.fieldname)
    const title = titles.get(`${field.fieldname}\n${text}`) ?? titleInRows(activeList, field.fieldname, text) ?? text
    return typeof field.options === 'string' && isNamedByInterface(field.options) ? t(title) : title
  }

  const textOf = (name: string, pair: readonly [string, unknown]): ConditionText => {
    const field = fieldOf(name)
    if (!field) return { field: name, operator: pair[0], value: JSON.stringify(pair[1]) ?? '' }
    const { operator, value } = readCondition(field, pair)
    const several = Array.isArray(value) ? (value as unknown[]) : [value]
    const said = {
      none: () => '',
      period: () => periodText(valueText(value), t),
      range: () => several.map((each) => one(field, each)).join(' – '),
      several: () => several.map((each) => one(field, each)).join(', '),
      text: () => one(field, value),
      one: () => one(field, value),
    }[operator.shape]()
    return { field: labelOf(field), operator: operator.isSign ? operator.label : t(operator.label), value: said }
  }

  const sentenceOf = (part: FilterPart): string => {
    if (isFilterLeaf(part)) {
      const { field, operator, value } = textOf(part[0], [String(part[1]), part[2]])
      return [field, operator, value].filter((word) => word !== '').join(' ')
    }
    const { word, members } = readGroup(part)
    const said = members.map((member) => (isFilterLeaf(member) ? sentenceOf(member) : `(${sentenceOf(member)})`))
    if (word === 'none') return `${t('none of')}: ${said.join(', ')}`
    return said.join(` ${t(word)} `)
  }

  return { textOf, sentenceOf, one }
}

function titleInRows(rows: readonly EntityRecord[], fieldname: string, id: string): string | undefined {
  return rows.find((row) => row[fieldname] === id)?._link_titles?.[fieldname]
}
