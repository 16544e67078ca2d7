import type { Message } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { fieldLabel, itemName } from './plan-names.ts'
import type { PlanItem } from './promotion-calls.ts'

interface OutcomesProps {
  /** Losses and failures. */
  outcomes: readonly unknown[]
  items: readonly PlanItem[]
}

/** Losses and failures of a plan, a line each. */
export function Outcomes({ outcomes, items }: OutcomesProps) {
  const wordsOf = useWords(items)
  if (outcomes.length === 0) return null
  return (
    <ul className="plan-outcomes">
      {outcomes.map((one) => (
        <li key={JSON.stringify(one)}>{wordsOf(one)}</li>
      ))}
    </ul>
  )
}

/** Names all that a roll back loses. */
export function Lost({ outcomes, items }: OutcomesProps) {
  const wordsOf = useWords(items)
  if (outcomes.length === 0) return null
  return (
    <p className="plan-outcomes">
      <Text source="What cannot come back: {0}" args={[outcomes.map(wordsOf).join('; ')]} />
    </p>
  )
}

/** The words of the plan for a part of an outcome. */
function useWords(items: readonly PlanItem[]) {
  const { t, formatNumber } = useI18n()
  return (one: unknown): string => {
    if (typeof one !== 'object' || one === null) return String(one)
    const { key, id, fieldname, message, records } = one as Outcome
    const item = items.find((each) => each.key === key)
    const said = [
      item ? itemName(item, t) : (key ?? id),
      fieldname && t(fieldLabel(item, fieldname)),
      typeof message === 'object' ? t(message.text, message.args) : message,
      records !== undefined && t('Records: {0}', [formatNumber(records, 0)]),
    ].filter(Boolean)
    return said.length > 0 ? said.join(' · ') : JSON.stringify(one)
  }
}

interface Outcome {
  key?: string
  id?: string
  fieldname?: string
  message?: string | Message
  records?: number
}
