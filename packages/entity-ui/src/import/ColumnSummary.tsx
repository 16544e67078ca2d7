import type { ImportPlanResult, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { labelOf, targetOf } from './targets.ts'

/** Which column fills which field, in one glance. */
export function ColumnSummary({ meta, plan }: { meta: Meta; plan: ImportPlanResult }) {
  const { t } = useI18n()
  return (
    <section className="import-summary">
      <h3>
        <Text source="Columns" />
      </h3>
      <ul>
        {plan.columns.map(({ index, name, fieldname }) => (
          <li key={index} data-unused={fieldname === null || undefined}>
            <bdi>{name === '' ? t('Column {0}', [index + 1]) : name}</bdi>
            <Icon name="arrow_forward" size="small" />
            <b>{fieldname === null ? t('Not imported') : labelOf(t, targetOf(meta, fieldname))}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
