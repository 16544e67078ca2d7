import type { BulkPlan, BulkRefusal, BulkSample, BulkWork, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Cell } from '../list/Cell.tsx'
import { bulkWords } from './bulk-words.ts'
import { ChangeArrow } from './ChangeArrow.tsx'

/** The numbers of a plan, the first records before and after, and what would be refused. */
export function PlanFacts({ meta, plan, work }: { meta: Meta; plan: BulkPlan; work: BulkWork }) {
  const { formatNumber } = useI18n()
  const figures = [
    [bulkWords(work).planned, plan.changed],
    ['Unchanged', plan.unchanged],
    ['Refused', plan.refused_count],
  ] as const
  return (
    <div className="bulk-plan">
      <dl className="bulk-figures">
        {figures.map(([label, number]) => (
          <div key={label} data-kind={label === 'Refused' && number > 0 ? 'refused' : undefined}>
            <dt>
              <Text source={label} context={label === 'Refused' ? 'records' : undefined} />
            </dt>
            <dd className="numeric">
              {plan.checked !== undefined && '≈ '}
              {formatNumber(number)}
            </dd>
          </div>
        ))}
      </dl>
      {plan.checked !== undefined && (
        <p className="field-help">
          <Text source="Estimated: {0} of {1} records were tried." args={[plan.checked, plan.count]} />
        </p>
      )}
      <RefusedList refused={plan.refused} count={plan.refused_count} />
      <Samples meta={meta} samples={plan.sample} />
    </div>
  )
}

/** The records that were refused, each with the reason. */
export function RefusedList({ refused, count }: { refused: readonly BulkRefusal[]; count: number }) {
  if (refused.length === 0) return null
  return (
    <section className="bulk-refused">
      <h3>
        <Text source="Refused: {0}" args={[count]} />
      </h3>
      <ul>
        {refused.map(({ id, title, message }) => (
          <li key={id}>
            <bdi>{title || id}</bdi> <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Samples({ meta, samples }: { meta: Meta; samples: readonly BulkSample[] }) {
  const { t } = useI18n()
  const names = new Set(samples.flatMap(({ before, after }) => [...Object.keys(before), ...Object.keys(after)]))
  const fields = meta.all_fields.filter(({ fieldname }) => names.has(fieldname))
  if (fields.length === 0) return null
  return (
    <section className="bulk-samples" aria-label={`${t('Before')}, ${t('After')}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Text source={meta.id} context={meta.id} />
            </th>
            {fields.map(({ fieldname, label }) => (
              <th key={fieldname} scope="col">
                <Text source={label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {samples.map(({ id, title, before, after }) => (
            <tr key={id}>
              <th scope="row">
                <bdi>{title || id}</bdi>
              </th>
              {fields.map((field) => (
                <td key={field.fieldname}>
                  <del>
                    <Cell field={field} record={{ ...before, id }} />
                  </del>{' '}
                  <ChangeArrow />
                  <ins>
                    <Cell field={field} record={{ ...after, id }} />
                  </ins>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
