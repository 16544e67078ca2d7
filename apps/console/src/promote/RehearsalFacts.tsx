import { useI18n } from '@tavla/i18n/react'
import type { Rehearsal } from './promotion-calls.ts'

/** The outcome of trying the plan on a copy. */
export function RehearsalFacts({
  rehearsal: { seconds, items, converted, lost = [], failed = [] },
}: {
  rehearsal: Rehearsal
}) {
  const { t, formatNumber } = useI18n()
  const facts = [
    [t('Items'), formatNumber(items, 0)],
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
      {[...failed, ...lost].length > 0 && (
        <ul>
          {[...failed, ...lost].map((one) => (
            <li key={JSON.stringify(one)}>
              <bdi>{typeof one === 'string' ? one : wordsOf(one)}</bdi>
              {recordsOf(one) !== undefined && ` · ${t('Records: {0}', [formatNumber(recordsOf(one) ?? 0, 0)])}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The sentence of a part of the outcome, else all that it says. */
function wordsOf(one: unknown): string {
  const { message, text, key, fieldname } = one as Readonly<Record<string, unknown>>
  const said = [key, message ?? text ?? fieldname].filter((part) => typeof part === 'string')
  return said.length > 0 ? said.join(': ') : JSON.stringify(one)
}

/** The number of records that a part of the outcome names. */
function recordsOf(one: unknown): number | undefined {
  const { records } = one as Readonly<Record<string, unknown>>
  return typeof records === 'number' ? records : undefined
}
