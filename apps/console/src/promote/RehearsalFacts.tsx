import { useI18n } from '@tavla/i18n/react'
import { Outcomes } from './Outcomes.tsx'
import type { PlanItem, Rehearsal } from './promotion-calls.ts'

interface RehearsalFactsProps {
  rehearsal: Rehearsal
  items: readonly PlanItem[]
}

/** The outcome of trying the plan on a copy. */
export function RehearsalFacts({ rehearsal, items }: RehearsalFactsProps) {
  const { t, formatNumber } = useI18n()
  const { seconds, items: count, converted, lost = [], failed = [] } = rehearsal
  const facts = [
    [t('Items'), formatNumber(count, 0)],
    [t('Converted'), formatNumber(converted, 0)],
    [t('Loss'), formatNumber(lost.length, 0)],
    [t('Failed', undefined, 'status'), formatNumber(failed.length, 0)],
    [t('Rehearsal'), t('{0} s', [formatNumber(seconds, 1)])],
  ] as const
  return (
    <section className="rehearsal" aria-label={t('Rehearsal')}>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Outcomes outcomes={[...failed, ...lost]} items={items} />
    </section>
  )
}
