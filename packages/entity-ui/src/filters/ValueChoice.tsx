import { type ApiError, type Filters, toApiError } from '@tavla/client'
import type { FieldMeta, ValuesAnswer } from '@tavla/contract'
import { choiceLabel, fieldUi, isNamedByInterface, selectChoices } from '@tavla/fields/ui'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { textOf } from './operators.ts'
import { stepThrough } from './step-through.ts'

interface ValueChoiceProps {
  entity: string
  field: FieldMeta
  filters: Filters
  /** False where the same records must be meant for everybody. */
  hasMe: boolean
  values: readonly unknown[]
  onChange: (values: readonly unknown[]) => void
}

interface Offered {
  value: unknown
  title: string
  count?: number
}

/** Several values of a field: those that the records have, each with its number of them, and `Me` where it can stand. */
export function ValueChoice({ entity, field, filters, hasMe, values, onChange }: ValueChoiceProps) {
  const { t, formatNumber } = useI18n()
  const [typed, setTyped] = useState('')
  const { found, error } = useValues(entity, field, filters, typed)
  const [held, setHeld] = useState<readonly Offered[]>([])
  const { isPill, holdsUser } = fieldUi(field.fieldtype)
  const titleOf = (value: unknown, title: string) => {
    if (isPill) return t(choiceLabel(field, textOf(value)), undefined, field.fieldname)
    return typeof field.options === 'string' && isNamedByInterface(field.options) ? t(title) : title
  }
  const wanted = typed.trim().toLowerCase()
  const me: Offered[] = hasMe && holdsUser?.(field) ? [{ value: '__user', title: t('Me') }] : []
  // A Select offers its other choices too: a filter may come before its first record.
  const listed: Offered[] = isPill
    ? selectChoices(field).map(({ value, label }) => ({ value, title: t(label, undefined, field.fieldname) }))
    : []
  const all: Offered[] = [
    ...me,
    ...found.map((one) => ({ ...one, title: titleOf(one.value, one.title) })),
    ...listed,
    ...held,
    ...values.map((value) => ({ value, title: value === '__user' ? t('Me') : titleOf(value, textOf(value)) })),
  ]
  const known = new Set<unknown>()
  const offered = all.filter(({ value, title }) => {
    if (known.has(value) || !(values.includes(value) || title.toLowerCase().includes(wanted))) return false
    known.add(value)
    return true
  })
  const toggle = (one: Offered) => {
    // The title stays known when another search no longer finds it.
    setHeld((former) => [...former.filter(({ value }) => value !== one.value), one])
    onChange(values.includes(one.value) ? values.filter((value) => value !== one.value) : [...values, one.value])
  }
  return (
    <fieldset aria-label={t('Value')} {...stepThrough('input')}>
      <input
        type="search"
        className="input"
        aria-label={t('Search')}
        placeholder={t('Search')}
        maxLength={140}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className="filter-options">
        {offered.map((one) => (
          <li key={textOf(one.value)} className="filter-value">
            <Checkbox isChecked={values.includes(one.value)} onChange={() => toggle(one)}>
              <bdi>{one.title}</bdi>
            </Checkbox>
            {one.count !== undefined && <span className="numeric filter-count">{formatNumber(one.count)}</span>}
          </li>
        ))}
      </ul>
      {error && (
        <p className="filter-note">
          <ErrorMessage error={error} />
        </p>
      )}
      {!error && offered.length === 0 && (
        <p className="filter-note">
          <Text source="No results" />
        </p>
      )}
    </fieldset>
  )
}

/** The values of a field that contain a text, in the records that the other filters leave. */
function useValues(entity: string, field: FieldMeta, filters: Filters, txt: string) {
  const { client } = useEnvironment()
  const [answer, setAnswer] = useState<{ found: ValuesAnswer['values']; error: ApiError | null }>({
    found: [],
    error: null,
  })
  const { [field.fieldname]: _own, ...others } = filters
  const question = JSON.stringify({ field: field.fieldname, txt: txt.trim(), filters: others })
  useEffect(() => {
    const controller = new AbortController()
    client.entities
      .values(entity, JSON.parse(question), controller.signal)
      .then((found) => controller.signal.aborted || setAnswer({ found, error: null }))
      .catch((error: unknown) => controller.signal.aborted || setAnswer({ found: [], error: toApiError(error) }))
    return () => controller.abort()
  }, [client, entity, question])
  return answer
}
