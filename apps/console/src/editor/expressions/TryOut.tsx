import { toApiError } from '@tavla/client'
import { type EntityRecord, textOf } from '@tavla/contract'
import { readRows, useEnvironment } from '@tavla/entity-ui'
import type { ValueKind } from '@tavla/expressions'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { ComboBox, type Option } from '@tavla/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formerNames } from '../preview/draft-meta.ts'
import { useSurroundings } from './expression-context.ts'
import type { Scope } from './scope.ts'
import { outcomeOf, type Tried } from './try-expression.ts'

interface TryOutProps {
  text: string
  scope: Scope
  result: ValueKind
}

/** Works an expression out on a stored record, in the browser alone: nothing is written. */
export function TryOut({ text, scope, result }: TryOutProps) {
  const { values: draft, record: stored, parent } = useSurroundings()
  const { session, now } = useEnvironment()
  const entity = draft.type === 'Table' ? (parent?.id ?? null) : stored.id
  const { picker, record, failure } = useTriedRecord(entity, stored.type === 'Settings')
  const context = { user: session.user, roles: [], today: now().slice(0, 10), now: now(), isNew: false }
  const names = formerNames(stored.fields, draft.fields)
  const outcomes =
    record && inputsOf(record).map((input) => outcomeOf(text, scope.names, result, { ...input, context }))

  /** The record, or its rows of this child entity. */
  function inputsOf(whole: EntityRecord) {
    const named = (values: Readonly<Record<string, unknown>>) => ({
      ...values,
      ...Object.fromEntries([...names].map(([name, former]) => [name, values[former]])),
    })
    if (draft.type !== 'Table') return [{ values: named(whole), old: named(whole) }]
    const tables = (parent?.doc_meta.fields ?? []).filter(
      ({ fieldtype, options }) => fieldtype === 'Table' && options === stored.id,
    )
    return tables
      .flatMap(({ fieldname }) => readRows(whole[fieldname]))
      .slice(0, mostRows)
      .map((row) => ({ values: named(row), parent: whole }))
  }

  return (
    <div className="expression-try">
      {picker}
      <div role="status" className="expression-outcomes">
        {failure}
        {outcomes?.length === 0 && <Text source="This record has no rows." />}
        {outcomes?.map((outcome, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name here
          <Outcome key={index} outcome={outcome} />
        ))}
      </div>
    </div>
  )
}

const mostRows = 5

function Outcome({ outcome }: { outcome: Tried }) {
  const { formatNumber } = useI18n()
  if ('fault' in outcome) {
    return (
      <p className="field-error">
        <Text source={outcome.fault.text} args={[...outcome.fault.args]} />
      </p>
    )
  }
  if ('failed' in outcome) {
    return (
      <p className="field-error">
        <Text source="It fails on this record: {0}" args={[outcome.failed]} />
      </p>
    )
  }
  const { value } = outcome
  return (
    <p className="expression-outcome">
      <span aria-hidden="true">=</span>{' '}
      {typeof value === 'boolean' ? (
        <Text source={value ? 'True' : 'False'} />
      ) : typeof value === 'number' ? (
        <bdi className="numeric">{formatNumber(value)}</bdi>
      ) : value === '' ? (
        <span className="field-blank">
          <Text source="blank" />
        </span>
      ) : (
        <bdi>{value}</bdi>
      )}
    </p>
  )
}

/** A box that picks a record, and the record that was picked; the only record of Settings is there at once. */
function useTriedRecord(entity: string | null, isSettings: boolean) {
  const { client } = useEnvironment()
  const { t } = useI18n()
  const [found, setFound] = useState<readonly Option[]>([])
  const [chosen, setChosen] = useState<Option | null>(
    isSettings && entity !== null ? { value: entity, label: entity } : null,
  )
  const [read, setRead] = useState<EntityRecord | null>(null)
  const [failure, setFailure] = useState<ReactNode>(null)
  const asked = useRef(0)

  const search = async (text: string) => {
    const number = ++asked.current
    if (entity === null) return
    try {
      const suggestions = await client.entities.suggestLinks({ entity, txt: text === chosen?.label ? '' : text })
      if (number === asked.current)
        setFound(suggestions.map(({ value, label }) => ({ value, label, description: value })))
    } catch (error) {
      if (number === asked.current) setFailure(<ErrorMessage error={toApiError(error)} />)
    }
  }
  const id = chosen?.value
  useEffect(() => {
    if (entity === null || id === undefined) return
    let isCurrent = true
    client.entities.get(entity, id).then(
      (record) => isCurrent && setRead(record),
      (error) => isCurrent && setFailure(<ErrorMessage error={toApiError(error)} />),
    )
    return () => {
      isCurrent = false
    }
  }, [client, entity, id])

  const picker = !isSettings && (
    <ComboBox
      label={entity === null ? <Text source="Record" /> : <Text source={entity} />}
      disabled={entity === null}
      autoFocus
      value={chosen?.value ?? null}
      text={textOf(chosen?.label)}
      placeholder={t('Search')}
      suggestions={found}
      onSearch={(text) => void search(text)}
      onChange={(option) => {
        setFailure(null)
        setChosen(option)
      }}
    />
  )
  return { picker, record: read?.id === id ? read : null, failure }
}
